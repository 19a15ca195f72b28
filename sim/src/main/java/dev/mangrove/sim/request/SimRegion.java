package dev.mangrove.sim.request;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.sim.SimHost;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Memory of a simulated server. It is real, and sparse where it is large. */
public final class SimRegion implements Region {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int ALIGNMENT = 64;

    /** Chosen, not measured: smaller memory is cheaper to zero than a file is to map. */
    private static final long LARGE = 16L << 20;

    private final SimHost host;
    private final RegionHandle handle;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    SimRegion(SimHost host, int id, long key, long size, Placement placement) {
        this.host = host;
        handle = new RegionHandle(id, key, size, placement);
        memory = size < LARGE ? arena.allocate(size, ALIGNMENT) : map(size);
        if (placement == Placement.HOST) {
            host.cluster().opened(memory);
        }
    }

    @Override
    public RegionHandle handle() {
        return handle;
    }

    /** As on a real card, device memory is not mapped for the processor. */
    @Override
    public MemorySegment memory() {
        if (handle.placement() == Placement.DEVICE) {
            throw new FabricException(
                    Kind.UNSUPPORTED, "memory on the card is not mapped: region=" + handle.id());
        }
        return memory;
    }

    @Override
    public void copyOut(long offset, MemorySegment to) {
        MemorySegment.copy(memory, offset, to, 0, to.byteSize());
    }

    /** The bytes, for verbs. */
    public MemorySegment bytes() {
        return memory;
    }

    @Override
    public void commit(long offset, long length) {
        memory.asSlice(offset, length);
    }

    @Override
    public void discard(long offset, long length) {
        memory.asSlice(offset, length).fill((byte) 0);
    }

    SimHost host() {
        return host;
    }

    long word(long address) {
        return memory.get(WORD, Address.offset(address));
    }

    void word(long address, long value) {
        memory.set(WORD, Address.offset(address), value);
    }

    void free() {
        host.cluster().retire(arena);
    }

    private MemorySegment map(long size) {
        try {
            Path file = Files.createTempFile("mangrove-sim", ".region");
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
            } finally {
                Files.delete(file);
            }
        } catch (IOException | OutOfMemoryError e) {
            throw new FabricException(
                    Kind.OUT_OF_MEMORY, "no room for a region of " + size + " bytes", e);
        }
    }
}
