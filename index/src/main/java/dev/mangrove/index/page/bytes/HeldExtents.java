package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a table in a server's memory: the extents in the hands of one client, which replaces
 * values in place. {@code index.bytes.direct} has the protocol. A place of the table:
 *
 * <pre>
 *      0      8        16     24
 *     +------+--------+------+---
 *     | held | wanted | line | 0
 *     +------+--------+------+---
 * </pre>
 *
 * {@code held}: null; or the extent; or, offered, the extent with which the client wants to replace
 * the one that {@code wanted} has, in the line at {@code line}. The memory of a table is never used
 * for anything else, because a thread may look at a place long after its client is gone.
 */
public final class HeldExtents {
    /** Places of a table. Chosen: a few extents of each size that clients write in place. */
    public static final int PLACES = 64;

    private static final int PLACE = 32;

    /** Bytes of a table. */
    public static final int BYTES = PLACES * PLACE;

    private static final int WANTED = 8;
    private static final int LINE = 16;

    private HeldExtents() {}

    /** Offset of a place of the table at an offset. */
    public static long place(long table, int number) {
        return table + (long) number * PLACE;
    }

    /** At the server: empties a table that no client uses. */
    public static void clear(MemorySegment memory, long table) {
        for (int number = 0; number < PLACES; number++) {
            give(memory, place(table, number), ExtentPointer.NULL);
        }
    }

    /** At the server: puts an extent, or null, into a place that its client does not use. */
    public static void give(MemorySegment memory, long place, long pointer) {
        SharedWords.release(memory, place, pointer);
    }

    /** The extent in a place, which its client does not use; null if there is none. */
    public static long held(MemorySegment memory, long place) {
        return ExtentPointer.plain(SharedWords.acquire(memory, place));
    }

    /**
     * At the server: the extent that a place stands for, once its client is gone. The client may
     * have died after the tree has got its extent, and before the place has got the one that was
     * replaced. The client's extent stays in that line until a client or the server takes it out,
     * and each of them settles the place first.
     */
    public static long heldByGone(MemorySegment memory, long place) {
        long held = SharedWords.acquire(memory, place);
        if (ExtentPointer.isOffered(held)) {
            long line = SharedWords.plain(memory, place + LINE);
            if (isAt(memory, line, ExtentPointer.plain(held))) {
                return SharedWords.plain(memory, place + WANTED);
            }
            SharedWords.acquireFence();
            held = SharedWords.acquire(memory, place);
        }
        return ExtentPointer.plain(held);
    }

    private static boolean isAt(MemorySegment memory, long line, long pointer) {
        return isWithin(memory, line, BytesLine.BYTES)
                && SharedWords.acquire(memory, BytesLine.pointerAt(line)) == pointer;
    }

    private static boolean isWithin(MemorySegment memory, long offset, int bytes) {
        return offset >= 0 && offset <= memory.byteSize() - bytes && offset % Long.BYTES == 0;
    }

    /** By the client: notes that the extent of a place will be offered. */
    static void offer(MemorySegment memory, long place, long pointer) {
        SharedWords.plain(memory, place, ExtentPointer.offered(pointer));
    }

    /** By the client: notes what an extent that is offered is to replace. */
    static void aim(MemorySegment memory, long place, long wanted, long line) {
        SharedWords.plain(memory, place + WANTED, wanted);
        SharedWords.plain(memory, place + LINE, line);
    }

    /** By the client: notes that it has replaced an extent, which is now its own. */
    static void settle(MemorySegment memory, long place, long replaced) {
        SharedWords.release(memory, place, replaced);
    }

    /**
     * Settles the place of the client that has put an extent into a line. A client or server that
     * takes the extent out of the line calls this first. Nothing is done if the line has another
     * extent by now.
     */
    static void settleFor(MemorySegment memory, long line, long pointer) {
        if (!Extent.isWithin(memory, pointer)) {
            return;
        }
        long place = Extent.holder(memory, pointer);
        if (place == Extent.NO_HOLDER || !isWithin(memory, place, PLACE)) {
            return;
        }
        SharedWords.acquireFence();
        if (SharedWords.plain(memory, BytesLine.pointerAt(line)) == pointer) {
            settleIfOffered(memory, place, ExtentPointer.offered(pointer));
        }
    }

    private static void settleIfOffered(MemorySegment memory, long place, long offered) {
        if (SharedWords.acquire(memory, place) == offered) {
            long wanted = SharedWords.plain(memory, place + WANTED);
            long _ = SharedWords.swap(memory, place, offered, wanted);
        }
    }
}
