package dev.mangrove.spi;

import dev.mangrove.fabric.host.Host;

import java.net.URI;

/** Starts memory servers within this process; found by {@link java.util.ServiceLoader}. */
public interface EmbeddedServers {
    /** Starts a server in a private place. */
    Running start(Host host, long memoryLimit);

    /** A server that runs until it is closed. */
    interface Running extends AutoCloseable {
        /** Where it listens. */
        URI uri();

        @Override
        void close();
    }
}
