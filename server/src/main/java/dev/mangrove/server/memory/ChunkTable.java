package dev.mangrove.server.memory;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Who owns which chunk. A chunk is free, owned by a client or an index, or leaving: taken from its
 * owner, but its memory not yet given back to the system.
 */
public final class ChunkTable {
    /** Returned instead of a chunk when all are taken. */
    static final int NONE = -1;

    private final @Nullable Owner[] owners;
    private final BitSet taken = new BitSet();

    ChunkTable(int chunks) {
        owners = new Owner[chunks];
    }

    /** Gives the lowest free chunk to an owner. */
    synchronized int take(Owner owner) {
        int chunk = taken.nextClearBit(0);
        if (chunk >= owners.length) {
            return NONE;
        }
        taken.set(chunk);
        owners[chunk] = owner;
        return chunk;
    }

    /** Takes a chunk from an owner; false if it is not the owner's. */
    synchronized boolean leave(int chunk, Owner owner) {
        if (chunk < 0 || chunk >= owners.length || !owner.equals(owners[chunk])) {
            return false;
        }
        owners[chunk] = null;
        return true;
    }

    /** Takes all chunks from an owner. */
    synchronized int[] leaveAll(Owner owner) {
        int[] left = new int[taken.cardinality()];
        int count = 0;
        for (int chunk = taken.nextSetBit(0); chunk >= 0; chunk = taken.nextSetBit(chunk + 1)) {
            if (owner.equals(owners[chunk])) {
                owners[chunk] = null;
                left[count++] = chunk;
            }
        }
        return Arrays.copyOf(left, count);
    }

    /** Makes a chunk that has left its owner free for others. */
    synchronized void free(int chunk) {
        if (!taken.get(chunk) || owners[chunk] != null) {
            throw new IllegalStateException("chunk is not leaving: chunk=" + chunk);
        }
        taken.clear(chunk);
    }

    /** The owner of a chunk, if it has one. */
    synchronized @Nullable Owner owner(int chunk) {
        return chunk >= 0 && chunk < owners.length ? owners[chunk] : null;
    }

    /** The indexes that own chunks. */
    synchronized Set<Long> indexes() {
        Set<Long> found = new HashSet<>();
        for (Owner owner : owners) {
            if (owner != null && owner.index()) {
                found.add(owner.id());
            }
        }
        return found;
    }

    /** Chunks that are not free. */
    synchronized int taken() {
        return taken.cardinality();
    }

    int size() {
        return owners.length;
    }

    /**
     * Owner of chunks.
     *
     * @param index whether it is an index, not a client
     * @param id number of the index or client
     */
    public record Owner(boolean index, long id) {
        public static Owner client(long id) {
            return new Owner(false, id);
        }

        public static Owner index(long id) {
            return new Owner(true, id);
        }
    }
}
