package dev.mangrove.server;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.spi.EmbeddedServers;

import java.net.URI;

/** Runs a memory server within this process, on shared memory under a unique name. */
@SuppressWarnings("exports") // For modules of this project.
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
        Thread hook = new Thread(server::close, "mangrove-embedded-end");
        Runtime.getRuntime().addShutdownHook(hook);
        return new Running() {
            @Override
            public URI uri() {
                return server.uris().getFirst();
            }

            @Override
            public void close() {
                forget(hook);
                server.close();
            }
        };
    }

    /** Removes the shutdown hook, unless the process is already ending and the hook runs. */
    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            System.getLogger(EmbeddedMemoryServers.class.getName())
                    .log(System.Logger.Level.DEBUG, "closed while the process ends", e);
        }
    }
}
