package dev.mangrove.contract.ordered;

import dev.mangrove.fabric.host.Host;

/** Servers that clients can connect to. */
interface ContractPool extends AutoCloseable {
    /** A new client on a host; called by a thread of that host. */
    IndexClient connect(Host host);

    @Override
    void close();
}
