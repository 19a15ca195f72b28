package dev.mangrove.fabric.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FragmentCursor;
import dev.mangrove.fabric.RowMask;
import dev.mangrove.fabric.Selection;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A gather or scatter on memory that other threads and processes use at the same time, with the
 * order and atomicity of {@link MemoryVerbs}.
 */
public final class SelectionVerbs {
    /**
     * Times that a row is read while its guard changes. Chosen: few, as the thread may serve other
     * clients; the caller sees that a row is torn and asks again.
     */
    public static final int TRIES = 4;

    /**
     * Distances of rows that have loops of their own. The compiler hoists the bounds checks out of
     * a loop only if the distance of its accesses is a constant; the processor then has more rows
     * under way. Chosen: stamps of lines, and entries of pages of the default size.
     */
    private static final int LINE = 64;

    private static final int PAGE = 1024;

    private static final OfLong WORD = JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final OfLong ANY_WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle().withInvokeExactBehavior();

    private SelectionVerbs() {}

    /** GATHER: returns how many rows are torn. */
    public static int gather(
            RegionMemory regions,
            Selection selection,
            FragmentCursor cursor,
            MemorySegment local,
            long localOffset) {
        if (selection.kind() == Selection.Kind.MAPPED) {
            gatherFragments(regions, cursor.begin(selection), local, localOffset);
            return 0;
        }
        if (selection.kind() == Selection.Kind.STRIDED) {
            MemorySegment shared = regions.memoryOf(selection.base());
            return gatherStrided(shared, selection, 0, selection.rows(), local, localOffset);
        }
        RowMask mask = selection.mask();
        int torn = 0;
        long place = localOffset;
        for (int row = 0; row < selection.rows(); row++, place += mask.bytes()) {
            long address = selection.row(row);
            long offset = Address.offset(address);
            if (!readRow(regions.memoryOf(address), offset, mask, local, place)) {
                torn++;
            }
        }
        VarHandle.acquireFence();
        return torn;
    }

    /** Gathers some rows of a strided selection; returns how many of them are torn. */
    public static int gatherStrided(
            MemorySegment shared,
            Selection selection,
            int from,
            int number,
            MemorySegment local,
            long localOffset) {
        RowMask mask = selection.mask();
        long offset = Address.offset(selection.row(from));
        int torn = 0;
        if (mask.runs() == 1 && !mask.isGuarded()) {
            gatherRuns(shared, offset + mask.offset(0), mask, number, local, localOffset);
        } else {
            long place = localOffset;
            for (int row = 0; row < number; row++, place += mask.bytes()) {
                if (!readRow(shared, offset, mask, local, place)) {
                    torn++;
                }
                offset += mask.period();
            }
        }
        VarHandle.acquireFence();
        return torn;
    }

    private static void gatherFragments(
            RegionMemory regions, FragmentCursor cursor, MemorySegment local, long localOffset) {
        long place = localOffset;
        for (; cursor.next(); place += cursor.length()) {
            MemoryVerbs.readUnordered(
                    regions.memoryOf(cursor.address()),
                    Address.offset(cursor.address()),
                    local,
                    place,
                    cursor.length());
        }
        VarHandle.acquireFence();
    }

    /** Rows of one run each: the loops of common lengths know how many words to copy. */
    private static void gatherRuns(
            MemorySegment shared,
            long offset,
            RowMask mask,
            int rows,
            MemorySegment local,
            long localOffset) {
        int length = mask.length(0);
        int period = mask.period();
        boolean words = MemoryVerbs.areWholeWords(shared, offset | period, length);
        if (words && length == Long.BYTES && period == LINE) {
            gatherWordsOfLines(shared, offset, rows, local, localOffset);
        } else if (words && length == 2 * Long.BYTES && period == PAGE) {
            gatherPairsOfPages(shared, offset, rows, local, localOffset);
        } else if (words && length == Long.BYTES) {
            gatherWords(shared, offset, period, rows, local, localOffset);
        } else if (words && length == 2 * Long.BYTES) {
            gatherPairs(shared, offset, period, rows, local, localOffset);
        } else {
            long from = offset;
            long place = localOffset;
            for (int row = 0; row < rows; row++, place += length) {
                MemoryVerbs.readUnordered(shared, from, local, place, length);
                from += period;
            }
        }
    }

    private static void gatherWordsOfLines(
            MemorySegment shared, long offset, int rows, MemorySegment local, long localOffset) {
        for (int row = 0; row < rows; row++) {
            long word = shared.get(ANY_WORD, offset + (long) LINE * row);
            local.set(ANY_WORD, localOffset + (long) Long.BYTES * row, word);
        }
    }

    private static void gatherPairsOfPages(
            MemorySegment shared, long offset, int rows, MemorySegment local, long localOffset) {
        for (int row = 0; row < rows; row++) {
            long from = offset + (long) PAGE * row;
            long to = localOffset + 2L * Long.BYTES * row;
            local.set(ANY_WORD, to, shared.get(ANY_WORD, from));
            local.set(ANY_WORD, to + Long.BYTES, shared.get(ANY_WORD, from + Long.BYTES));
        }
    }

    private static void gatherWords(
            MemorySegment shared,
            long offset,
            int period,
            int rows,
            MemorySegment local,
            long localOffset) {
        long from = offset;
        long to = localOffset;
        for (int row = 0; row < rows; row++) {
            local.set(ANY_WORD, to, shared.get(ANY_WORD, from));
            from += period;
            to += Long.BYTES;
        }
    }

    private static void gatherPairs(
            MemorySegment shared,
            long offset,
            int period,
            int rows,
            MemorySegment local,
            long localOffset) {
        long from = offset;
        long to = localOffset;
        for (int row = 0; row < rows; row++) {
            local.set(ANY_WORD, to, shared.get(ANY_WORD, from));
            local.set(ANY_WORD, to + Long.BYTES, shared.get(ANY_WORD, from + Long.BYTES));
            from += period;
            to += 2 * Long.BYTES;
        }
    }

    /**
     * Reads one row; without a fence behind it, as the next row needs none.
     *
     * @return whether the row is consistent: it has no guard, or the guard did not change
     */
    public static boolean readRow(
            MemorySegment shared, long offset, RowMask mask, MemorySegment local, long place) {
        if (!mask.isGuarded()) {
            readRuns(shared, offset, mask, local, place);
            return true;
        }
        long guard = offset + mask.guard();
        for (int tries = 0; tries < TRIES; tries++) {
            long before = (long) WORDS.getAcquire(shared, guard);
            readRuns(shared, offset, mask, local, place);
            VarHandle.acquireFence();
            if ((long) WORDS.getAcquire(shared, guard) == before) {
                return true;
            }
        }
        return false;
    }

    private static void readRuns(
            MemorySegment shared, long offset, RowMask mask, MemorySegment local, long place) {
        long to = place;
        for (int run = 0; run < mask.runs(); run++) {
            int length = mask.length(run);
            MemoryVerbs.readUnordered(shared, offset + mask.offset(run), local, to, length);
            to += length;
        }
    }

    /** SCATTER. */
    public static void scatter(
            RegionMemory regions,
            Selection selection,
            FragmentCursor cursor,
            MemorySegment local,
            long localOffset) {
        VarHandle.releaseFence();
        long place = localOffset;
        for (cursor.begin(selection); cursor.next(); place += cursor.length()) {
            MemoryVerbs.writeUnordered(
                    regions.memoryOf(cursor.address()),
                    Address.offset(cursor.address()),
                    local,
                    place,
                    cursor.length());
        }
    }
}
