package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.ReadObserver;
import dev.mangrove.index.policy.AccessPolicy;

/** Counts the pages that a view reads from one server, and reports each to the server's policy. */
public final class ReadMeter implements ReadObserver {
    private final AccessPolicy policy;
    private long pages;

    /** Creates the meter of a view and a server. */
    public ReadMeter(AccessPolicy policy) {
        this.policy = policy;
    }

    @Override
    public void pageRead(long nanos) {
        pages++;
        policy.pageRead(nanos);
    }

    AccessPolicy policy() {
        return policy;
    }

    long pages() {
        return pages;
    }
}
