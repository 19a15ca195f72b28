package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Region;

import java.lang.foreign.MemorySegment;

/** A region as a target exposes it, from {@code register} to {@code release}. */
final class ExposedRegion {
    final Region region;
    final MemorySegment memory;
    final long size;
    private final long key;
    private volatile boolean released;

    ExposedRegion(Region region) {
        this.region = region;
        this.memory = region.memory();
        this.size = region.handle().size();
        this.key = region.handle().key();
    }

    /** Whether a key opens it. Compares whole words, so its duration does not depend on the key. */
    boolean isOpenedBy(long presented) {
        return (presented ^ key) == 0 && !released;
    }

    void release() {
        released = true;
    }

    boolean isReleased() {
        return released;
    }
}
