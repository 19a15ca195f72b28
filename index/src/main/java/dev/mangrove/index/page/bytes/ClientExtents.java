package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * The extents in the hands of this client, by which it replaces values of a tree in place; {@code
 * index.bytes.direct} has the protocol. Used by one thread.
 */
public final class ClientExtents {
    /** Returned instead of a place when there is none. */
    public static final int NONE = -1;

    /**
     * Bytes of the largest extents that a client takes. Chosen: a table full of them is a quarter
     * of a MiB; a message costs less than to copy more than that.
     */
    private static final int MOST_BYTES = 4 << 10;

    private final MemorySegment memory;
    private long table;
    private final long[] held = new long[HeldExtents.PLACES];
    private int last;
    private int turn;

    /** No extents yet, in a server's memory. */
    public ClientExtents(MemorySegment memory) {
        this.memory = memory;
    }

    /** Whether a value of a length is replaced in place. */
    public static boolean canHold(int length) {
        return length > Long.BYTES && Extent.bytes(length) <= MOST_BYTES;
    }

    /** Whether the client takes an extent out of the tree. */
    public static boolean canTake(long pointer) {
        int size = ExtentPointer.size(pointer);
        return ExtentPointer.isPointer(pointer)
                && size < ExtentPointer.SIZES
                && ExtentPointer.bytes(size) <= MOST_BYTES;
    }

    /** A place with an extent for a value of a length, or {@link #NONE}. */
    public int placeFor(int length) {
        int size = ExtentPointer.sizeFor(Extent.bytes(length));
        if (isOf(last, size)) {
            return last; // Mostly what the last operation has replaced.
        }
        for (int place = 0; place < HeldExtents.PLACES; place++) {
            if (isOf(place, size)) {
                last = place;
                return place;
            }
        }
        return NONE;
    }

    private boolean isOf(int place, int size) {
        return held[place] != ExtentPointer.NULL && ExtentPointer.size(held[place]) == size;
    }

    /**
     * Chooses places for which the server is asked: free ones, and then those that other sizes
     * have, in turn. The client uses none of them until {@link #granted}: the server frees what
     * they have.
     */
    public int[] choose(int number) {
        int[] chosen = new int[number];
        int count = 0;
        for (int place = 0; place < HeldExtents.PLACES && count < number; place++) {
            if (held[place] == ExtentPointer.NULL) {
                chosen[count++] = place;
            }
        }
        while (count < number) {
            turn = (turn + 1) % HeldExtents.PLACES;
            if (held[turn] != ExtentPointer.NULL) {
                held[turn] = ExtentPointer.NULL;
                chosen[count++] = turn;
            }
        }
        return chosen;
    }

    /** Bytes of an extent for a value of a length. */
    public static int bytes(int length) {
        return Extent.bytes(length);
    }

    /**
     * Notes what the server has put into places that were chosen.
     *
     * @param at offset of the client's table
     */
    public void granted(long at, int[] places) {
        if (at <= 0 || at > memory.byteSize() - HeldExtents.BYTES) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "no table of extents at offset " + at);
        }
        table = at;
        for (int place : places) {
            held[place] = HeldExtents.held(memory, HeldExtents.place(table, place));
        }
    }

    /** Writes a value into the extent of a place, at its next use. */
    public void write(int place, byte[] value) {
        long pointer = nextUse(held[place]);
        held[place] = pointer;
        long at = HeldExtents.place(table, place);
        HeldExtents.offer(memory, at, pointer);
        Extent.write(memory, Extent.offset(pointer), pointer, at, value);
    }

    private static long nextUse(long pointer) {
        return ExtentPointer.next(pointer);
    }

    /**
     * Replaces the extent in a slot of a page that was validated by that of a place, into which the
     * client has written.
     *
     * @return whether the slot still had the extent that it was read with
     */
    public boolean replace(int place, BytesPageView page, int slot, long replaced) {
        long line = page.lineOf(slot);
        long at = HeldExtents.place(table, place);
        HeldExtents.settleFor(memory, line, replaced);
        HeldExtents.aim(memory, at, replaced, line);
        if (SharedWords.swap(memory, BytesLine.pointerAt(line), replaced, held[place])
                != replaced) {
            return false;
        }
        HeldExtents.settle(memory, at, replaced);
        held[place] = replaced;
        SharedWords.storeFence(); // Before anything is written into the extent.
        return true;
    }

    /** The value that {@link #replace} has replaced, until the extent of the place is written. */
    public byte[] replaced(int place) {
        long pointer = held[place];
        int length = Extent.lengthInPlace(memory, pointer);
        if (length == Extent.OTHER) {
            throw Extents.damaged(pointer);
        }
        return Extent.content(memory, Extent.offset(pointer), length);
    }
}
