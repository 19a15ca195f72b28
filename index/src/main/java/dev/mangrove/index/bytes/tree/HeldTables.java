package dev.mangrove.index.bytes.tree;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.page.bytes.HeldExtents;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * The tables of extents in the hands of clients, see {@link HeldExtents}. Each extent that is
 * allocated and in no page of the tree is in one of them. All threads of the server use it.
 */
public final class HeldTables {
    private final MemorySegment memory;
    private final Extents extents;
    private final Set<Long> used = new HashSet<>();
    private final Deque<Long> unused = new ArrayDeque<>();

    HeldTables(MemorySegment memory, Extents extents) {
        this.memory = memory;
        this.extents = extents;
    }

    /** A table for a client; returns its offset in the server's memory. */
    public synchronized long open() {
        return SharedWords.holdingMonitor(
                () -> {
                    Long known = unused.pollFirst();
                    long table =
                            known == null
                                    ? ExtentPointer.offset(extents.space().take(HeldExtents.BYTES))
                                    : known;
                    HeldExtents.clear(memory, table);
                    used.add(table);
                    return table;
                });
    }

    /**
     * Frees what some places of a table have, and puts an extent into each of them. The table's
     * client does not use these places meanwhile.
     *
     * @param bytes of each extent, its header included
     * @return the number of places that have an extent now, the first ones; fewer than there are if
     *     there is no more memory
     */
    public synchronized int refill(long table, int[] places, int bytes) {
        return SharedWords.holdingMonitor(() -> refillAll(table, places, bytes));
    }

    private int refillAll(long table, int[] places, int bytes) {
        for (int number : places) {
            long place = HeldExtents.place(table, number);
            long before = HeldExtents.held(memory, place);
            HeldExtents.give(memory, place, ExtentPointer.NULL);
            extents.free(before);
        }
        int given = 0;
        try {
            for (; given < places.length; given++) {
                long pointer = extents.space().take(bytes);
                HeldExtents.give(memory, HeldExtents.place(table, places[given]), pointer);
            }
        } catch (RequestRefusedException e) {
            if (e.status() != Status.OUT_OF_MEMORY) {
                throw e;
            }
        }
        return given;
    }

    /** Frees the extents of a client that is gone. */
    public synchronized void release(long table) {
        int _ =
                SharedWords.holdingMonitor(
                        () -> {
                            freeAll(table);
                            return 0;
                        });
    }

    private void freeAll(long table) {
        for (int number = 0; number < HeldExtents.PLACES; number++) {
            long place = HeldExtents.place(table, number);
            long held = HeldExtents.heldByGone(memory, place);
            HeldExtents.give(memory, place, ExtentPointer.NULL);
            extents.free(held);
        }
        used.remove(table);
        unused.addLast(table);
    }

    /** Extents in the hands of clients. */
    synchronized long held() {
        return SharedWords.holdingMonitor(this::count);
    }

    /** Extents that are allocated, and neither in the hands of clients nor tables. */
    synchronized long allocatedOthers() {
        return SharedWords.holdingMonitor(
                () -> extents.space().allocated() - count() - used.size() - unused.size());
    }

    /** A client that replaces a value gets an extent for the one that it gives. */
    private long count() {
        long held = 0;
        for (long table : used) {
            for (int number = 0; number < HeldExtents.PLACES; number++) {
                long place = HeldExtents.place(table, number);
                held += HeldExtents.held(memory, place) == ExtentPointer.NULL ? 0 : 1;
            }
        }
        return held;
    }
}
