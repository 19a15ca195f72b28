/** Ordered and spatial trees over the fabric. */
module dev.mangrove.index {
    requires transitive dev.mangrove.fabric;
    requires static transitive org.jspecify;

    exports dev.mangrove;
}
