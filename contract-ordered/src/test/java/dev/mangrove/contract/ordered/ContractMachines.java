package dev.mangrove.contract.ordered;

import dev.mangrove.fabric.host.Host;

import java.net.URI;

/** The hosts of a pool and its clients: this machine, or a simulated cluster. */
interface ContractMachines extends AutoCloseable {
    /** Runs the body of a test on {@link #home}. */
    void run(Body body) throws Throwable;

    /** The host of tests. */
    Host home();

    /** A host for a server or for another client. */
    Host another();

    /** A location for a new server of a host. */
    URI location(Host host);

    @Override
    void close();
}
