package dev.mangrove.fabric.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FragmentCursor;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;

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
        int rowBytes = selection.mask().bytes();
        int torn = 0;
        int rows = selection.rows();
        for (int row = 0; row < rows; ) {
            int end = endOfRegion(selection, row, rows);
            MemorySegment shared = regions.memoryOf(selection.row(row));
            long place = localOffset + (long) row * rowBytes;
            torn += gatherPointed(shared, selection, row, end - row, local, place);
            row = end;
        }
        return torn;
    }

    /** The first row behind {@code row} that is in another region, or {@code end}. */
    public static int endOfRegion(Selection selection, int row, int end) {
        int region = Address.region(selection.row(row));
        int next = row + 1;
        while (next < end && Address.region(selection.row(next)) == region) {
            next++;
        }
        return next;
    }

    /** Gathers some rows that pointers into one region lead to; returns how many are torn. */
    public static int gatherPointed(
            MemorySegment shared,
            Selection selection,
            int from,
            int number,
            MemorySegment local,
            long localOffset) {
        RowMask mask = selection.mask();
        int torn = 0;
        if (mask.isGuarded() && GuardedRows.fit(mask)) {
            torn = GuardedRows.gather(shared, selection, from, number, local, localOffset);
        } else {
            long place = localOffset;
            for (int row = from; row < from + number; row++, place += mask.bytes()) {
                long offset = Address.offset(selection.row(row));
                if (!readRow(shared, offset, mask, local, place)) {
                    torn++;
                }
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
        } else if (mask.isGuarded() && GuardedRows.fit(mask)) {
            torn = GuardedRows.gather(shared, selection, from, number, local, localOffset);
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

    /**
     * Rows of one run each: the loops of common lengths know how many words to copy.
     *
     * <p>The loops are in one method on purpose. It is so long that the JVM never inlines it, and
     * compiles it by itself. Inlined into a deep chain of callers, the accesses in the loops were
     * beyond the JVM's limit of 15 levels and became calls: half of all runs gathered at a seventh
     * of the speed.
     */
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
            for (int row = 0; row < rows; row++) {
                long word = shared.get(ANY_WORD, offset + (long) LINE * row);
                local.set(ANY_WORD, localOffset + (long) Long.BYTES * row, word);
            }
        } else if (words && length == 2 * Long.BYTES && period == PAGE) {
            for (int row = 0; row < rows; row++) {
                long from = offset + (long) PAGE * row;
                long to = localOffset + 2L * Long.BYTES * row;
                local.set(ANY_WORD, to, shared.get(ANY_WORD, from));
                local.set(ANY_WORD, to + Long.BYTES, shared.get(ANY_WORD, from + Long.BYTES));
            }
        } else if (words && length == Long.BYTES) {
            long from = offset;
            for (int row = 0; row < rows; row++, from += period) {
                long word = shared.get(ANY_WORD, from);
                local.set(ANY_WORD, localOffset + (long) Long.BYTES * row, word);
            }
        } else if (words && length == 2 * Long.BYTES) {
            long from = offset;
            for (int row = 0; row < rows; row++, from += period) {
                long to = localOffset + 2L * Long.BYTES * row;
                local.set(ANY_WORD, to, shared.get(ANY_WORD, from));
                local.set(ANY_WORD, to + Long.BYTES, shared.get(ANY_WORD, from + Long.BYTES));
            }
        } else {
            long from = offset;
            long place = localOffset;
            for (int row = 0; row < rows; row++, place += length) {
                MemoryVerbs.readUnordered(shared, from, local, place, length);
                from += period;
            }
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
