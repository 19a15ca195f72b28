package dev.mangrove.bench.published;

import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.service.ServicePlugin;
import dev.mangrove.server.state.ServerContext;

/**
 * Lets a client lock a range of keys of a tree of meganodes at a server, as Cell does while it
 * copies the right part of a meganode (section 2.2). {@link RangeLockedMove} is that client.
 */
public final class RangeLock implements ServicePlugin {
    /**
     * Locks the pages of a meganode: tree, level of its root, low, 1 if there is an upper bound,
     * high. The answer is 1 if this was done, 0 if another range of this server is locked.
     */
    static final int LOCK = 240;

    /** Ends the lock: no payload. The answer is 1. */
    static final int UNLOCK = 241;

    /**
     * Marks pages as dead, which the lock keeps from being changed: index, page size, and for each
     * the page and its copy. The answer is 1.
     */
    static final int INVALIDATE = 242;

    /** The plugin; each server that it is given to has a lock of its own. */
    public RangeLock() {}

    @Override
    public void register(ServerContext context, ServiceTable services) {
        new LockedRange(context).register(services);
    }
}
