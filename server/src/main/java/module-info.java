/** The memory server: regions, chunks, the catalogue and the request loop. */
@SuppressWarnings("module") // The modules that see more are built after this one.
module dev.mangrove.server {
    requires transitive dev.mangrove.index;
    requires static transitive org.jspecify;

    exports dev.mangrove.server;
    exports dev.mangrove.server.request to
            dev.mangrove.bench,
            dev.mangrove.check;
    exports dev.mangrove.server.service to
            dev.mangrove.bench,
            dev.mangrove.check;
    exports dev.mangrove.server.state to
            dev.mangrove.bench,
            dev.mangrove.check;

    provides dev.mangrove.spi.EmbeddedServers with
            dev.mangrove.server.EmbeddedMemoryServers;
}
