package dev.mangrove.fabric;

import java.net.URI;

/**
 * A server's half of the fabric. READ, WRITE and atomics on its regions do not involve the threads
 * that drain its inboxes. Methods may be called from any thread.
 */
public interface Target extends AutoCloseable {
    /** Where it listens, in the form that {@link Endpoint#connect} takes. */
    URI uri();

    /**
     * Allocates a zeroed region that clients reach under the given id.
     *
     * @throws FabricException {@code OUT_OF_MEMORY}, or {@code UNSUPPORTED} for a placement this
     *     fabric does not have
     */
    Region allocate(int id, long size, Placement placement);

    /**
     * Exposes a region that another target of this process allocated, so that one memory is reached
     * over several fabrics.
     *
     * @throws FabricException {@code UNSUPPORTED} where this fabric cannot expose such memory
     */
    void register(Region region);

    /** Stops exposing a region; the target that allocated it also frees its memory. */
    void release(Region region);

    /** One of the inboxes, from 0. */
    Inbox inbox(int index);

    /** Ends all connections and frees all regions. */
    @Override
    void close();
}
