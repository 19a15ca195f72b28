/**
 * Ordered and spatial trees over the fabric. Applications see the entry point with its options and
 * exceptions, and the two kinds of index; the rest is for the modules of this project.
 */
@SuppressWarnings("module") // The modules that see more are built after this one.
module dev.mangrove.index {
    requires transitive dev.mangrove.fabric;
    requires static transitive org.jspecify;

    exports dev.mangrove;
    exports dev.mangrove.index.bytes;
    exports dev.mangrove.index.ordered;
    exports dev.mangrove.index.spatial;
    exports dev.mangrove.index.access to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.btree to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.cli,
            dev.mangrove.reproduce,
            dev.mangrove.server;
    exports dev.mangrove.index.btree.cache to
            dev.mangrove.check;
    exports dev.mangrove.index.btree.keeper to
            dev.mangrove.check;
    exports dev.mangrove.index.btree.level to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.btree.leaves to
            dev.mangrove.check;
    exports dev.mangrove.index.btree.load to
            dev.mangrove.check;
    exports dev.mangrove.index.btree.local to
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.btree.meganode to
            dev.mangrove.server;
    exports dev.mangrove.index.btree.partition to
            dev.mangrove.check;
    exports dev.mangrove.index.btree.strings to
            dev.mangrove.check;
    exports dev.mangrove.index.btree.verify to
            dev.mangrove.check;
    exports dev.mangrove.index.bytes.client to
            dev.mangrove.check,
            dev.mangrove.cli;
    exports dev.mangrove.index.bytes.direct to
            dev.mangrove.check;
    exports dev.mangrove.index.bytes.spread to
            dev.mangrove.server;
    exports dev.mangrove.index.bytes.tree to
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.catalogue to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.cli,
            dev.mangrove.server;
    exports dev.mangrove.index.handle to
            dev.mangrove.check;
    exports dev.mangrove.index.latch to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.page to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.reproduce,
            dev.mangrove.server;
    exports dev.mangrove.index.page.bytes to
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.page.strings to
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.probe to
            dev.mangrove.check;
    exports dev.mangrove.index.rtree to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.rtree.load to
            dev.mangrove.server;
    exports dev.mangrove.index.rtree.search to
            dev.mangrove.bench,
            dev.mangrove.server;
    exports dev.mangrove.index.rtree.tree to
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.session to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.cli,
            dev.mangrove.reproduce,
            dev.mangrove.server;
    exports dev.mangrove.index.wire to
            dev.mangrove.bench,
            dev.mangrove.check,
            dev.mangrove.server;
    exports dev.mangrove.index.rtree.page to
            dev.mangrove.bench,
            dev.mangrove.check;
    exports dev.mangrove.spi to
            dev.mangrove.server;

    uses dev.mangrove.spi.EmbeddedServers;
}
