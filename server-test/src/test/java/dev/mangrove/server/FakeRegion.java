package dev.mangrove.server;

import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.wire.AddressSpace;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory of this process, enough for root slots and latches. */
public final class FakeRegion implements Region {
    private final MemorySegment memory = Arena.ofAuto().allocate(AddressSpace.LATCHES_END, 64);

    @Override
    public RegionHandle handle() {
        int id = AddressSpace.regionId(AddressSpace.REGISTRAR, AddressSpace.CHUNK_REGION);
        return new RegionHandle(id, 1, memory.byteSize(), Placement.HOST);
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public void commit(long offset, long length) {}

    @Override
    public void discard(long offset, long length) {}
}
