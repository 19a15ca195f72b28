package dev.mangrove.server.memory;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Region;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.memory.ChunkTable.Owner;
import dev.mangrove.server.request.RefusedException;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** The region that chunks are granted from, and the root slots in front of them. */
public final class Memory {
    private static final Logger LOG = System.getLogger(Memory.class.getName());
    private static final long MEBIBYTE = 1 << 20;

    private final int server;
    private final Region region;
    private final ChunkTable chunks;

    public Memory(int server, Region region, int chunks) {
        this.server = server;
        this.region = region;
        this.chunks = new ChunkTable(chunks);
        region.commit(0, AddressSpace.LATCHES_END);
    }

    /** Bytes of a region that holds so many chunks. */
    public static long regionBytes(int chunks) {
        return AddressSpace.chunkOffset(chunks);
    }

    public Region region() {
        return region;
    }

    /** Bytes that may be granted. */
    public long limit() {
        return chunks.size() * AddressSpace.CHUNK_BYTES;
    }

    /** Bytes that are granted. */
    public long used() {
        return chunks.taken() * AddressSpace.CHUNK_BYTES;
    }

    /** Grants a chunk of zeroes and returns its address. */
    public long grant(Owner owner) {
        int chunk = chunks.take(owner);
        if (chunk == ChunkTable.NONE) {
            throw new RefusedException(Status.OUT_OF_MEMORY, "no chunk left: " + figures());
        }
        try {
            region.commit(AddressSpace.chunkOffset(chunk), AddressSpace.CHUNK_BYTES);
        } catch (FabricException e) {
            free(chunk, owner);
            throw new RefusedException(
                    Status.OUT_OF_MEMORY,
                    "the system has no memory for a chunk: " + figures() + ": " + e.getMessage());
        }
        return region.handle().address(AddressSpace.chunkOffset(chunk));
    }

    /** Takes a chunk back from its owner. */
    public void free(long address, Owner owner) {
        int chunk = AddressSpace.chunkAt(server, address);
        if (!chunks.leave(chunk, owner)) {
            throw new RefusedException(
                    Status.NOT_FOUND, "no chunk of yours starts at " + Address.toString(address));
        }
        discard(chunk);
    }

    /** The indexes that own chunks. */
    public Set<Long> indexes() {
        return chunks.indexes();
    }

    /** Takes a chunk back that nobody has known, unless it was taken away meanwhile. */
    public void takeBack(long address, Owner owner) {
        free(AddressSpace.chunkAt(server, address), owner);
    }

    /** The index that owns the chunk at an address; 0 if none does. */
    public long indexOf(long address) {
        Owner owner = chunks.owner(AddressSpace.chunkAt(server, address));
        return owner != null && owner.index() ? owner.id() : 0;
    }

    /** Whether a range lies in one chunk of an owner. */
    public boolean isGrantedTo(Owner owner, long address, long length) {
        long offset = Address.offset(address) - AddressSpace.FIRST_CHUNK;
        if (Address.region(address) != region.handle().id() || offset < 0) {
            return false;
        }
        long chunk = offset / AddressSpace.CHUNK_BYTES;
        return chunk < chunks.size()
                && offset % AddressSpace.CHUNK_BYTES + length <= AddressSpace.CHUNK_BYTES
                && owner.equals(chunks.owner((int) chunk));
    }

    /** Takes all chunks away from an owner, for the caller to discard. */
    int[] takeAway(Owner owner) {
        return chunks.leaveAll(owner);
    }

    /** Takes all chunks back from an owner and returns how many there were. */
    public int freeAll(Owner owner) {
        int[] left = chunks.leaveAll(owner);
        for (int chunk : left) {
            discard(chunk);
        }
        return left.length;
    }

    /** Offset of a range of granted memory, in {@link Region#memory}. */
    public long checkGranted(long address, long length) {
        long offset = Address.offset(address);
        boolean inside =
                Address.region(address) == region.handle().id()
                        && length >= 0
                        && length <= region.handle().size() - offset;
        if (!inside || !isGranted(offset, length)) {
            throw new RefusedException(
                    Status.NOT_FOUND,
                    length + " bytes at " + Address.toString(address) + " are not granted");
        }
        return offset;
    }

    public MemorySegment bytes() {
        return region.memory();
    }

    private boolean isGranted(long offset, long length) {
        if (offset + length <= AddressSpace.LATCHES_END) {
            return true;
        }
        if (offset < AddressSpace.FIRST_CHUNK) {
            return false;
        }
        long first = (offset - AddressSpace.FIRST_CHUNK) / AddressSpace.CHUNK_BYTES;
        long last = (offset + length - 1 - AddressSpace.FIRST_CHUNK) / AddressSpace.CHUNK_BYTES;
        for (long chunk = first; chunk <= last; chunk++) {
            if (chunks.owner((int) chunk) == null) {
                return false;
            }
        }
        return true;
    }

    private void free(int chunk, Owner owner) {
        if (chunks.leave(chunk, owner)) {
            discard(chunk);
        }
    }

    /**
     * Gives the memory of a chunk without an owner back to the system. A chunk whose memory the
     * system does not take back is not granted again: it may not be zero.
     */
    void discard(int chunk) {
        try {
            region.discard(AddressSpace.chunkOffset(chunk), AddressSpace.CHUNK_BYTES);
            chunks.free(chunk);
        } catch (FabricException e) {
            LOG.log(Level.ERROR, "cannot give chunk " + chunk + " back to the system", e);
        }
    }

    private String figures() {
        return "limit=" + limit() / MEBIBYTE + " MiB, used=" + used() / MEBIBYTE + " MiB";
    }
}
