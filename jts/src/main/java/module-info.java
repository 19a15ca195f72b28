/** Spatial indexes for users of JTS: envelopes in and out, and exact geometries. */
module dev.mangrove.jts {
    requires transitive dev.mangrove.index;
    requires transitive org.locationtech.jts;
    requires static transitive org.jspecify;

    exports dev.mangrove.jts;
}
