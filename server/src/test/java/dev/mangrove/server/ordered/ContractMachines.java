package dev.mangrove.server.ordered;

import dev.mangrove.fabric.Host;

import java.net.URI;

/** What a pool and its clients run on: this machine, or a simulated cluster. */
interface ContractMachines extends AutoCloseable {
    /** Runs the body of a test on the host where tests run. */
    void run(Body body) throws Throwable;

    /** The host where tests run. */
    Host home();

    /** A host for a server or for another client. */
    Host another();

    /** Where a new server of a host may listen. */
    URI location(Host host);

    @Override
    void close();
}
