package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.memory.FileRegion;

import java.lang.foreign.MemorySegment;

/**
 * A region as a target exposes it: registered with the device, and its pages held in place.
 *
 * @param region as it was given out
 * @param file the memory behind it
 * @param registration by which the device knows it
 * @param served whether the processor carries out atomics on it
 */
record ServedRegion(Region region, FileRegion file, Registration registration, boolean served) {
    static ServedRegion expose(Device device, Region region, FileRegion file, boolean served) {
        file.pin();
        try {
            return new ServedRegion(region, file, device.register(region.memory()), served);
        } catch (RuntimeException e) {
            file.unpin();
            throw e;
        }
    }

    MemorySegment memory() {
        return region.memory();
    }

    /** Whether a key opens it; one comparison of whole words. */
    boolean isOpenedBy(long key) {
        return (key ^ region.handle().key()) == 0;
    }

    /** Takes it from the device. */
    void withdraw() {
        registration.close();
        file.unpin();
    }
}
