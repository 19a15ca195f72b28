package dev.mangrove.server.memory;

import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The owner of each slice of a server's memory; 128 slices are a chunk. A slice is free, owned by a
 * client or an index, or leaving: taken from its owner, but its memory not yet given back to the
 * system.
 *
 * <p>An extent is a run of 1, 2, 4 … 128 slices that starts at a multiple of its length, so an
 * extent never crosses the border of a chunk. The table grants the lowest free extent, which keeps
 * small extents together and whole chunks free.
 */
final class GrantTable {
    /** Slices of a chunk. */
    static final int CHUNK = (int) (AddressSpace.CHUNK_BYTES / AddressSpace.SLICE_BYTES);

    /** Returned instead of a slice when no extent of the length is free. */
    static final int NONE = -1;

    private final @Nullable Owner[] owners;
    private final BitSet taken = new BitSet();

    GrantTable(int chunks) {
        owners = new Owner[Math.multiplyExact(chunks, CHUNK)];
    }

    /** Gives the lowest free extent of a length to an owner; returns its first slice. */
    synchronized int take(Owner owner, int slices) {
        int first = lowestFree(slices);
        if (first != NONE) {
            taken.set(first, first + slices);
            setOwner(first, slices, owner);
        }
        return first;
    }

    private int lowestFree(int slices) {
        int first = 0;
        while (first + slices <= owners.length) {
            int busy = taken.nextSetBit(first);
            if (busy < 0 || busy >= first + slices) {
                return first;
            }
            int clear = taken.nextClearBit(busy);
            first = (clear + slices - 1) / slices * slices;
        }
        return NONE;
    }

    /**
     * Takes an extent from an owner; false, and nothing changes, if any slice is not the owner's.
     */
    synchronized boolean leave(SliceRun extent, Owner owner) {
        if (!isOwned(extent.first, extent.slices, owner)) {
            return false;
        }
        setOwner(extent.first, extent.slices, null);
        return true;
    }

    /** Takes all slices from an owner, as extents that each lie in one chunk. */
    synchronized List<SliceRun> leaveAll(Owner owner) {
        List<SliceRun> left = new ArrayList<>();
        int slice = taken.nextSetBit(0);
        while (slice >= 0) {
            int end = slice;
            int chunkEnd = (slice / CHUNK + 1) * CHUNK;
            while (end < chunkEnd && owner.equals(owners[end])) {
                owners[end++] = null;
            }
            if (end > slice) {
                left.add(new SliceRun(slice, end - slice));
            }
            slice = taken.nextSetBit(Math.max(end, slice + 1));
        }
        return left;
    }

    /** Makes an extent that has left its owner free for others. */
    synchronized void free(SliceRun extent) {
        for (int slice = extent.first; slice < extent.first + extent.slices; slice++) {
            if (!taken.get(slice) || owners[slice] != null) {
                throw new IllegalStateException("slice is not leaving: slice=" + slice);
            }
        }
        taken.clear(extent.first, extent.first + extent.slices);
    }

    /** The owner of a slice, if it has one. */
    synchronized @Nullable Owner owner(long slice) {
        return slice >= 0 && slice < owners.length ? owners[(int) slice] : null;
    }

    /** Whether all slices from one to another, both included, have the same owner. */
    synchronized boolean isGranted(long first, long last, Owner owner) {
        return isOwned(first, last - first + 1, owner);
    }

    /** Whether all slices from one to another, both included, have an owner. */
    synchronized boolean isGranted(long first, long last) {
        for (long slice = first; slice <= last; slice++) {
            if (slice < 0 || slice >= owners.length || owners[(int) slice] == null) {
                return false;
            }
        }
        return true;
    }

    /** The indexes that own memory. */
    synchronized Set<Long> indexes() {
        Set<Long> found = new HashSet<>();
        for (int slice = taken.nextSetBit(0); slice >= 0; slice = taken.nextSetBit(slice + 1)) {
            Owner owner = owners[slice];
            if (owner != null && owner.index()) {
                found.add(owner.id());
            }
        }
        return found;
    }

    /** Slices that are not free. */
    synchronized int taken() {
        return taken.cardinality();
    }

    /** Slices in all. */
    int size() {
        return owners.length;
    }

    private boolean isOwned(long first, long slices, Owner owner) {
        if (first < 0 || slices < 1 || first + slices > owners.length) {
            return false;
        }
        for (long slice = first; slice < first + slices; slice++) {
            if (!owner.equals(owners[(int) slice])) {
                return false;
            }
        }
        return true;
    }

    private void setOwner(int first, int slices, @Nullable Owner owner) {
        for (int slice = first; slice < first + slices; slice++) {
            owners[slice] = owner;
        }
    }

    /**
     * A run of slices.
     *
     * @param first the slice that it starts with
     * @param slices its length
     */
    record SliceRun(int first, int slices) {
        /** A whole chunk. */
        static SliceRun chunk(int chunk) {
            return new SliceRun(chunk * CHUNK, CHUNK);
        }

        long offset() {
            return AddressSpace.FIRST_CHUNK + first * AddressSpace.SLICE_BYTES;
        }

        long bytes() {
            return slices * AddressSpace.SLICE_BYTES;
        }
    }
}
