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
        RowMask mask = selection.mask();
        if (selection.kind() == Selection.Kind.STRIDED && mask.runs() == 1 && !mask.isGuarded()) {
            gatherRuns(regions.memoryOf(selection.base()), selection, local, localOffset);
            return 0;
        }
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
            MemorySegment shared, Selection selection, MemorySegment local, long localOffset) {
        RowMask mask = selection.mask();
        int length = mask.length(0);
        int period = mask.period();
        long offset = Address.offset(selection.base()) + mask.offset(0);
        boolean words = MemoryVerbs.areWholeWords(shared, offset | period, length);
        if (words && length == Long.BYTES) {
            gatherWords(shared, offset, period, selection.rows(), local, localOffset);
        } else if (words && length == 2 * Long.BYTES) {
            gatherPairs(shared, offset, period, selection.rows(), local, localOffset);
        } else {
            long place = localOffset;
            for (int row = 0; row < selection.rows(); row++, place += length) {
                MemoryVerbs.readUnordered(shared, offset, local, place, length);
                offset += period;
            }
        }
        VarHandle.acquireFence();
    }

    private static void gatherWords(
            MemorySegment shared,
            long offset,
            int period,
            int rows,
            MemorySegment local,
            long localOffset) {
        for (int row = 0; row < rows; row++) {
            long from = offset + (long) row * period;
            local.set(ANY_WORD, localOffset + 8L * row, shared.get(ANY_WORD, from));
        }
    }

    private static void gatherPairs(
            MemorySegment shared,
            long offset,
            int period,
            int rows,
            MemorySegment local,
            long localOffset) {
        for (int row = 0; row < rows; row++) {
            long from = offset + (long) row * period;
            long to = localOffset + 16L * row;
            local.set(ANY_WORD, to, shared.get(ANY_WORD, from));
            local.set(ANY_WORD, to + 8, shared.get(ANY_WORD, from + 8));
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
