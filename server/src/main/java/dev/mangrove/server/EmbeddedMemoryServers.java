package dev.mangrove.server;

import dev.mangrove.fabric.Host;
import dev.mangrove.spi.EmbeddedServers;

import java.net.URI;

/** Runs a memory server within this process, on shared memory under a name nobody else has. */
public final class EmbeddedMemoryServers implements EmbeddedServers {
    /** How names of embedded servers start. */
    public static final String PREFIX = "embedded-";

    /** For {@link java.util.ServiceLoader}. */
    public EmbeddedMemoryServers() {}

    @Override
    public Running start(Host host, long memoryLimit) {
        String name = PREFIX + Long.toHexString(host.random().nextLong());
        ServerOptions options =
                ServerOptions.at(URI.create("shm:" + name))
                        .withHost(host)
                        .withMemoryLimit(memoryLimit);
        MemoryServer server = MemoryServer.start(options);
        return new Running() {
            @Override
            public URI uri() {
                return server.uris().getFirst();
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }
}
