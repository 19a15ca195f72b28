/** Ordered and spatial trees over the fabric. */
module dev.mangrove.index {
    requires transitive dev.mangrove.fabric;
    requires static transitive org.jspecify;

    exports dev.mangrove;
    exports dev.mangrove.index.access;
    exports dev.mangrove.index.btree;
    exports dev.mangrove.index.catalogue;
    exports dev.mangrove.index.latch;
    exports dev.mangrove.index.ordered;
    exports dev.mangrove.index.page;
    exports dev.mangrove.index.policy;
    exports dev.mangrove.index.rtree;
    exports dev.mangrove.index.session;
    exports dev.mangrove.index.spatial;
    exports dev.mangrove.index.wire;
    exports dev.mangrove.spi;

    uses dev.mangrove.spi.EmbeddedServers;
}
