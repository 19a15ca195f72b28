package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.verbs.device.DeviceMemory;

import java.lang.foreign.MemorySegment;

/** A region in device memory; the device is the only arbiter of its words. */
final class DeviceRegion implements Region {
    private final RegionHandle handle;
    private final DeviceMemory memory;

    DeviceRegion(RegionHandle handle, DeviceMemory memory) {
        this.handle = handle;
        this.memory = memory;
    }

    @Override
    public RegionHandle handle() {
        return handle;
    }

    @Override
    public MemorySegment memory() {
        throw new FabricException(
                Kind.UNSUPPORTED, "memory on a device is not mapped: region=" + handle.id());
    }

    @Override
    public void copyOut(long offset, MemorySegment to) {
        memory.copyOut(offset, to);
    }

    /** Device memory is committed when it is allocated. */
    @Override
    public void commit(long offset, long length) {}

    @Override
    public void discard(long offset, long length) {
        memory.clear(offset, length);
    }

    @Override
    public boolean isArbitratedByProcessor() {
        return false;
    }
}
