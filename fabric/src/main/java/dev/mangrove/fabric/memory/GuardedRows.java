package dev.mangrove.fabric.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads rows with guards, several of them between two fences: first the guards of a group of rows,
 * then the rest of these rows, then their guards again. Each row is read between two loads of its
 * guard, as by {@link SelectionVerbs#readRow}, but a group has two fences where its rows would have
 * two each, and the processor waits for the lines of the whole group at the same time. A row whose
 * guard has changed is then read on its own.
 */
final class GuardedRows {
    /** Rows of a group. Chosen: about the misses a core has under way, and the lines of a page. */
    private static final int GROUP = 16;

    /** Bytes of a row that has a loop of its own: a line of a page. */
    private static final int LINE = 64;

    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private GuardedRows() {}

    /**
     * Whether rows can be read in groups: the guard is the first word that is read of a row, so
     * that the copy keeps it, and all runs are whole words.
     */
    static boolean fit(RowMask mask) {
        if (mask.guard() != mask.offset(0)) {
            return false;
        }
        int bits = 0;
        for (int run = 0; run < mask.runs(); run++) {
            bits |= mask.offset(run) | mask.length(run);
        }
        return (bits & 7) == 0;
    }

    /**
     * Reads rows of one region, without a fence behind the last one.
     *
     * @return how many of them are torn
     */
    static int gather(
            MemorySegment shared,
            Selection selection,
            int from,
            int number,
            MemorySegment local,
            long place) {
        RowMask mask = selection.mask();
        int torn = 0;
        for (int done = 0; done < number; done += GROUP) {
            int first = from + done;
            int end = from + Math.min(number, done + GROUP);
            long to = place + (long) done * mask.bytes();
            loadGuards(shared, selection, first, end, local, to);
            VarHandle.acquireFence();
            if (isLine(mask)) {
                loadLines(shared, selection, first, end, local, to);
            } else {
                loadRuns(shared, selection, first, end, local, to);
            }
            VarHandle.acquireFence();
            torn += compareGuards(shared, selection, first, end, local, to);
        }
        return torn;
    }

    private static boolean isLine(RowMask mask) {
        return mask.runs() == 1 && mask.length(0) == LINE;
    }

    private static void loadGuards(
            MemorySegment shared,
            Selection selection,
            int from,
            int end,
            MemorySegment local,
            long place) {
        RowMask mask = selection.mask();
        long to = place;
        for (int row = from; row < end; row++) {
            long guard = Address.offset(selection.row(row)) + mask.guard();
            local.set(WORD, to, shared.get(WORD, guard));
            to += mask.bytes();
        }
    }

    private static void loadLines(
            MemorySegment shared,
            Selection selection,
            int from,
            int end,
            MemorySegment local,
            long place) {
        int start = selection.mask().offset(0);
        long to = place;
        for (int row = from; row < end; row++) {
            MemorySegment line = shared.asSlice(Address.offset(selection.row(row)) + start, LINE);
            MemorySegment copy = local.asSlice(to, LINE);
            for (int at = Long.BYTES; at < LINE; at += Long.BYTES) {
                copy.set(WORD, at, line.get(WORD, at));
            }
            to += LINE;
        }
    }

    private static void loadRuns(
            MemorySegment shared,
            Selection selection,
            int from,
            int end,
            MemorySegment local,
            long place) {
        RowMask mask = selection.mask();
        long to = place;
        for (int row = from; row < end; row++) {
            long offset = Address.offset(selection.row(row));
            int read = Long.BYTES; // The guard has been read.
            for (int run = 0; run < mask.runs(); run++) {
                long start = offset + mask.offset(run);
                int length = mask.length(run);
                for (int at = read; at < length; at += Long.BYTES) {
                    local.set(WORD, to + at, shared.get(WORD, start + at));
                }
                to += length;
                read = 0;
            }
        }
    }

    /** Compares guards with those that were read first; reads rows again where they differ. */
    private static int compareGuards(
            MemorySegment shared,
            Selection selection,
            int from,
            int end,
            MemorySegment local,
            long place) {
        RowMask mask = selection.mask();
        int torn = 0;
        long to = place;
        for (int row = from; row < end; row++) {
            long offset = Address.offset(selection.row(row));
            long guard = shared.get(WORD, offset + mask.guard());
            if (guard != local.get(WORD, to)
                    && !SelectionVerbs.readRow(shared, offset, mask, local, to)) {
                torn++;
            }
            to += mask.bytes();
        }
        return torn;
    }
}
