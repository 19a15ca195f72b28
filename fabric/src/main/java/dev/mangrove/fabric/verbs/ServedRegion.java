package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.verbs.device.RemoteMemory;

import java.lang.foreign.MemorySegment;

/**
 * A region as a target exposes it.
 *
 * @param region as the target returned it
 * @param remote its registration, by which clients reach it
 * @param served whether the server's processor executes atomics on it
 */
record ServedRegion(Region region, RemoteMemory remote, boolean served) {
    MemorySegment memory() {
        return region.memory();
    }

    /** Whether a key opens it; one comparison of whole words. */
    boolean isOpenedBy(long key) {
        return (key ^ region.handle().key()) == 0;
    }

    /** Deregisters it. */
    void withdraw() {
        remote.close();
    }
}
