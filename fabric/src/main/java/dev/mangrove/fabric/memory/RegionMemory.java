package dev.mangrove.fabric.memory;

import java.lang.foreign.MemorySegment;

/** Finds the memory of regions. */
public interface RegionMemory {
    /** Memory of the region of an address that has been checked. */
    MemorySegment memoryOf(long address);
}
