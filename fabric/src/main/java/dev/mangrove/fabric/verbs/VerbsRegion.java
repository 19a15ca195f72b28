package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.memory.FileRegion;
import dev.mangrove.fabric.verbs.device.DeviceInfo;

import java.lang.foreign.MemorySegment;

/** A region that a target of this provider allocated: the device arbitrates its words. */
final class VerbsRegion implements Region {
    private final FileRegion memory;
    private final String device;
    private final boolean composes;

    VerbsRegion(FileRegion memory, DeviceInfo device) {
        this.memory = memory;
        this.device = device.name();
        this.composes = device.atomics() == DeviceInfo.Atomics.GLOBAL;
    }

    FileRegion file() {
        return memory;
    }

    /** The device that carries out its atomics. */
    String device() {
        return device;
    }

    @Override
    public RegionHandle handle() {
        return memory.handle();
    }

    @Override
    public MemorySegment memory() {
        return memory.memory();
    }

    @Override
    public void commit(long offset, long length) {
        memory.commit(offset, length);
    }

    @Override
    public void discard(long offset, long length) {
        memory.discard(offset, length);
    }

    @Override
    public boolean isArbitratedByProcessor() {
        return composes;
    }
}
