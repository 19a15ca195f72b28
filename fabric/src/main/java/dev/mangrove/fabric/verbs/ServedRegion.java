package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.verbs.device.RemoteMemory;

import java.lang.foreign.MemorySegment;

/**
 * A region as a target exposes it.
 *
 * @param region as it was given out
 * @param remote by which the device gives it to peers
 * @param served whether the processor carries out atomics on it
 */
record ServedRegion(Region region, RemoteMemory remote, boolean served) {
    MemorySegment memory() {
        return region.memory();
    }

    /** Whether a key opens it; one comparison of whole words. */
    boolean isOpenedBy(long key) {
        return (key ^ region.handle().key()) == 0;
    }

    /** Takes it from the device. */
    void withdraw() {
        remote.close();
    }
}
