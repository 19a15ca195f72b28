package dev.mangrove.fabric;

import dev.mangrove.fabric.transfer.TransferPlan;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/**
 * Local memory of a batch's READs and WRITEs that is not contiguous: a list of pieces for each
 * request, which a device gathers from or scatters to by itself. Reusable; nothing is allocated
 * once the arrays are large enough.
 */
final class LocalPieces {
    private static final int FIRST_CAPACITY = 16;

    private final int[] firsts;
    private final int[] counts;
    private @Nullable MemorySegment[] memories = new MemorySegment[FIRST_CAPACITY];
    private long[] offsets = new long[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int pieces;
    private int request;
    private boolean used;

    /** No pieces, of so many requests. */
    LocalPieces(int requests) {
        firsts = new int[requests];
        counts = new int[requests];
    }

    /** Forgets all pieces. */
    void clear() {
        if (used) {
            used = false;
            pieces = 0;
            Arrays.fill(counts, 0);
        }
    }

    /** Pieces that are added from now on belong to a request. */
    void begin(int of) {
        used = true;
        request = of;
        firsts[of] = pieces;
        counts[of] = 0;
    }

    /** Adds a piece; one that continues the piece before it is joined with that. */
    void add(MemorySegment memory, long offset, int length) {
        int last = pieces - 1;
        if (counts[request] > 0
                && offsets[last] + lengths[last] == offset
                && memory.equals(memories[last])) {
            lengths[last] += length;
            return;
        }
        if (pieces == offsets.length) {
            memories = Arrays.copyOf(memories, 2 * pieces);
            offsets = Arrays.copyOf(offsets, 2 * pieces);
            lengths = Arrays.copyOf(lengths, 2 * pieces);
        }
        memories[pieces] = memory;
        offsets[pieces] = offset;
        lengths[pieces] = length;
        pieces++;
        counts[request]++;
    }

    /** Forgets the pieces of the request that was begun last. */
    void withdraw() {
        pieces = firsts[request];
        counts[request] = 0;
    }

    /** Whether the device moves so many bytes in pieces in less time than a copy takes. */
    static boolean pay(int number, long bytes) {
        return bytes >= (long) number * TransferPlan.LEAST_PIECE_BYTES;
    }

    /** Number of pieces of a request; 0 if it has none. */
    int count(int of) {
        return counts[of];
    }

    MemorySegment memory(int of, int piece) {
        return Objects.requireNonNull(memories[firsts[of] + piece]);
    }

    long offset(int of, int piece) {
        return offsets[firsts[of] + piece];
    }

    int length(int of, int piece) {
        return lengths[firsts[of] + piece];
    }
}
