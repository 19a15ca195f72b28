package dev.mangrove.server.memory;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Region;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.memory.GrantTable.SliceRun;
import dev.mangrove.server.request.RefusedException;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

/**
 * The region that memory is granted from, and the root slots in front of it. A client is granted
 * whole chunks; an index may be granted less, so that small indexes stay small.
 */
public final class Memory {
    private static final Logger LOG = System.getLogger(Memory.class.getName());
    private static final long MEBIBYTE = 1 << 20;

    private final int server;
    private final Region region;
    private final GrantTable grants;

    public Memory(int server, Region region, int chunks) {
        this.server = server;
        this.region = region;
        this.grants = new GrantTable(chunks);
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
        return grants.size() * AddressSpace.SLICE_BYTES;
    }

    /** Bytes that are granted. */
    public long used() {
        return grants.taken() * AddressSpace.SLICE_BYTES;
    }

    /** Grants a chunk of zeroes and returns its address. */
    public long grant(Owner owner) {
        return grant(owner, AddressSpace.CHUNK_BYTES, AddressSpace.CHUNK_BYTES).address();
    }

    /**
     * Grants zeroes: as many bytes as are wanted or, where memory is short, half of them, a quarter
     * and so on.
     *
     * @param wanted a slice times a power of 2, at most a chunk
     * @param least smallest useful grant, in bytes
     */
    public Grant grant(Owner owner, long wanted, long least) {
        for (long bytes = wanted; bytes >= least; bytes /= 2) {
            int slices = (int) (bytes / AddressSpace.SLICE_BYTES);
            int first = slices == 0 ? GrantTable.NONE : grants.take(owner, slices);
            if (first != GrantTable.NONE) {
                return commit(new SliceRun(first, slices), owner);
            }
        }
        throw new RefusedException(Status.OUT_OF_MEMORY, "no memory left: " + figures());
    }

    private Grant commit(SliceRun extent, Owner owner) {
        try {
            region.commit(extent.offset(), extent.bytes());
        } catch (FabricException e) {
            takeBack(extent, owner);
            throw new RefusedException(
                    Status.OUT_OF_MEMORY,
                    "the system has no memory for a grant: " + figures() + ": " + e.getMessage());
        }
        return new Grant(region.handle().address(extent.offset()), extent.bytes());
    }

    /** Takes a chunk back from its owner. */
    public void free(long address, Owner owner) {
        int chunk = AddressSpace.chunkAt(server, address);
        if (chunk < 0 || !takeBack(SliceRun.chunk(chunk), owner)) {
            throw new RefusedException(
                    Status.NOT_FOUND, "this client owns no chunk at " + Address.toString(address));
        }
    }

    /** The indexes that own memory. */
    public Set<Long> indexes() {
        return grants.indexes();
    }

    /** Takes back a grant whose address was never used, unless a drop has taken it meanwhile. */
    public void takeBack(Grant grant, Owner owner) {
        long offset = Address.offset(grant.address());
        takeBack(
                new SliceRun((int) slice(offset), (int) (grant.bytes() / AddressSpace.SLICE_BYTES)),
                owner);
    }

    /** The index that owns the memory at an address; 0 if none does. */
    public long indexOf(long address) {
        Owner owner = isHere(address) ? grants.owner(slice(Address.offset(address))) : null;
        return owner != null && owner.index() ? owner.id() : 0;
    }

    /** Whether an owner has all of a range. */
    public boolean isGrantedTo(Owner owner, long address, long length) {
        long offset = Address.offset(address);
        return isHere(address)
                && length > 0
                && grants.isGranted(slice(offset), slice(offset + length - 1), owner);
    }

    /** Takes all memory away from an owner, for the caller to discard. */
    List<SliceRun> takeAway(Owner owner) {
        return grants.leaveAll(owner);
    }

    /** Takes all memory back from an owner and returns how many extents there were. */
    public int freeAll(Owner owner) {
        List<SliceRun> left = grants.leaveAll(owner);
        left.forEach(this::discard);
        return left.size();
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
        return grants.isGranted(slice(offset), slice(offset + length - 1));
    }

    /** Whether an address is behind the root slots and latches of this server's region. */
    private boolean isHere(long address) {
        return Address.region(address) == region.handle().id()
                && Address.offset(address) >= AddressSpace.FIRST_CHUNK;
    }

    /** The slice that an offset, of the first chunk or behind it, is in. */
    private static long slice(long offset) {
        return (offset - AddressSpace.FIRST_CHUNK) / AddressSpace.SLICE_BYTES;
    }

    private boolean takeBack(SliceRun extent, Owner owner) {
        boolean left = grants.leave(extent, owner);
        if (left) {
            discard(extent);
        }
        return left;
    }

    /**
     * Gives the memory of an extent without an owner back to the system. If the system refuses it,
     * the extent is never granted again, because its bytes may not be zero.
     */
    void discard(SliceRun extent) {
        try {
            region.discard(extent.offset(), extent.bytes());
            grants.free(extent);
        } catch (FabricException e) {
            LOG.log(Level.ERROR, "cannot give " + extent + " back to the system", e);
        }
    }

    private String figures() {
        return "limit=" + limit() / MEBIBYTE + " MiB, used=" + used() / MEBIBYTE + " MiB";
    }
}
