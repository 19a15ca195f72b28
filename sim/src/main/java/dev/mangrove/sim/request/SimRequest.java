package dev.mangrove.sim.request;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.kernel.Event;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * A request's operation and data. The client's memory is used in place as long as its channel is
 * open; a request that may outlive its channel keeps a copy. Where a fault spreads a transfer in
 * time, its lines are divided into shares that move at different times.
 */
abstract class SimRequest extends Event {
    /** What posted the request, and learns its result. */
    interface Poster {
        /** The answer of one of its requests has arrived. */
        void completed(int request, long result);
    }

    Verb verb = Verb.READ;
    long address;
    long key;
    int length;
    @Nullable MemorySegment local;
    long localOffset;
    long operand;
    long replacement;
    long compareMask;
    long swapMask;
    int request;

    /** Number of shares; 1 if all lines move at once. */
    int parts;

    /** Whether no share was moved, so that all is to be moved at the end. */
    boolean whole;

    /** Random number that assigns lines to shares. */
    long lot;

    final SimCluster cluster;

    private @Nullable MemorySegment kept;

    SimRequest(SimCluster cluster) {
        this.cluster = cluster;
    }

    /** Takes effect at the server, or waits there for room, or fails. */
    abstract void effect();

    /** Drops the request. */
    abstract void recycle();

    /** Executes an atomic and returns the old value. */
    final long apply(SimRegion region) {
        long old = region.word(address);
        switch (verb) {
            case COMPARE_AND_SWAP -> {
                if (old == operand) {
                    region.word(address, replacement);
                }
            }
            case MASKED_COMPARE_AND_SWAP -> {
                if (((old ^ operand) & compareMask) == 0) {
                    region.word(address, (old & ~swapMask) | (replacement & swapMask));
                }
            }
            case FETCH_AND_ADD -> region.word(address, old + operand);
            default -> throw new AssertionError(verb);
        }
        return old;
    }

    /**
     * Moves the data, or what is left of it, between the client's memory and the region.
     *
     * @param open whether the channel is open, so that the client's memory may be written
     */
    final void move(boolean open, SimRegion region) {
        if (parts > 1 && !whole) {
            moveLines(open, region, parts - 1);
        } else if (verb == Verb.READ) {
            if (open && local != null) {
                MemorySegment.copy(
                        region.bytes(), Address.offset(address), local, localOffset, length);
            }
        } else if (local == null) {
            region.word(address, operand);
        } else {
            MemorySegment.copy(
                    source(), sourceOffset(), region.bytes(), Address.offset(address), length);
        }
    }

    /** Moves those whole lines that fall to one share. */
    final void moveLines(boolean open, SimRegion region, int part) {
        int unit = cluster.capabilities().readAtomicity();
        long first = Address.offset(address);
        long end = first + length;
        long line = first - first % unit;
        for (int i = 0; line < end; i++, line += unit) {
            if (share(i) != part) {
                continue;
            }
            long from = Math.max(line, first);
            long bytes = Math.min(line + unit, end) - from;
            if (verb != Verb.READ) {
                MemorySegment.copy(
                        source(), sourceOffset() + from - first, region.bytes(), from, bytes);
            } else if (open && local != null) {
                MemorySegment.copy(region.bytes(), from, local, localOffset + from - first, bytes);
            }
        }
    }

    private int share(int line) {
        long mixed = (lot ^ line * 0xD1342543DE82EF95L) * 0x9E3779B97F4A7C15L;
        return (int) ((mixed >>> 33) % parts);
    }

    /** Whether the channel has ended, and with it the right to the client's memory. */
    final boolean dataIsGone(boolean open) {
        return !open && local != null && kept == null && verb != Verb.READ;
    }

    /** Copies the data, because its owner may soon reuse the memory. */
    final void keep(MemorySegment from, long offset) {
        MemorySegment buffer = cluster.buffers().take(length);
        MemorySegment.copy(from, offset, buffer, 0, length);
        kept = buffer;
    }

    final MemorySegment source() {
        MemorySegment from = kept != null ? kept : local;
        if (from == null) {
            throw new AssertionError("no data: " + verb);
        }
        return from;
    }

    final long sourceOffset() {
        return kept != null ? 0 : localOffset;
    }

    final int bytesOut() {
        return switch (verb) {
            case READ, GATHER -> 0;
            case WRITE, WRITE_IMMEDIATE, SEND, SCATTER, WRITE_SELECTION -> length;
            case COMPARE_AND_SWAP, MASKED_COMPARE_AND_SWAP, FETCH_AND_ADD -> 2 * Long.BYTES;
        };
    }

    final int bytesBack() {
        return verb == Verb.READ ? length : verb.isAtomic() ? Long.BYTES : 0;
    }

    /** Drops the references to the client's memory and to the copy. */
    final void dropData() {
        MemorySegment buffer = kept;
        if (buffer != null) {
            cluster.buffers().give(buffer);
            kept = null;
        }
        local = null;
    }
}
