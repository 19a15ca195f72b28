/** The memory server: regions, chunks, the catalogue and the request loop. */
@SuppressWarnings("module") // The module that adds services is built after this one.
module dev.mangrove.server {
    requires transitive dev.mangrove.index;
    requires static transitive org.jspecify;

    exports dev.mangrove.server;
    exports dev.mangrove.server.request to
            dev.mangrove.reproduce;

    provides dev.mangrove.spi.EmbeddedServers with
            dev.mangrove.server.EmbeddedMemoryServers;
}
