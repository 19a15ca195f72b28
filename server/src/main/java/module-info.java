/** The memory server: regions, chunks, the catalogue and the request loop. */
module dev.mangrove.server {
    requires transitive dev.mangrove.index;
    requires static transitive org.jspecify;

    exports dev.mangrove.server;

    provides dev.mangrove.spi.EmbeddedServers with
            dev.mangrove.server.EmbeddedMemoryServers;
}
