package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PageStore;

import java.lang.foreign.MemorySegment;

/**
 * Changes what a page says about its entries beside them: their order, and fingerprints or heads,
 * see {@link BytesShape}. Used by the server, within a change of the page.
 */
final class PageOrder {
    private final PageStore store;
    private final MemorySegment memory;
    private final long base;
    private final int slots;
    private final int level;
    private final int beside;
    private final int end;
    private int count;

    PageOrder(
            PageStore store,
            MemorySegment memory,
            long base,
            BytesShape shape,
            int level,
            int count) {
        this.store = store;
        this.memory = memory;
        this.base = base;
        this.slots = shape.slots(level);
        this.level = level;
        this.beside = shape.beside(level);
        this.end = shape.firstEntry(level);
        this.count = count;
    }

    /** A slot that no entry has; there is one. */
    int freeSlot() {
        boolean[] taken = new boolean[slots];
        for (int position = 0; position < count; position++) {
            taken[slot(position)] = true;
        }
        int slot = 0;
        while (taken[slot]) {
            slot++;
        }
        return slot;
    }

    /** The position of a slot that has an entry. */
    int positionOf(int slot) {
        int position = 0;
        while (slot(position) != slot) {
            position++;
        }
        return position;
    }

    private int slot(int position) {
        return (int) (word(wordOf(position)) >>> shift(position)) & 0xFF;
    }

    /** Empties everything. */
    void clear() {
        for (int offset = BytesShape.ORDER; offset < end; offset += Long.BYTES) {
            store.word(offset, 0);
        }
        count = 0;
    }

    /** Adds an entry behind all others. */
    void append(int slot, byte[] key, int prefix) {
        store.word(wordOf(count), word(wordOf(count)) | ((long) slot << shift(count)));
        if (level == 0) {
            fingerprint(slot, KeyProbe.fingerprint(key));
        } else {
            store.word(headOf(count), BytesLine.head(key, prefix));
        }
        count++;
    }

    /** Inserts a slot at a position. */
    void insert(int position, int slot) {
        long carried = slot;
        for (int offset = wordOf(position); offset <= wordOf(count); offset += Long.BYTES) {
            long before = word(offset);
            int shift = offset == wordOf(position) ? shift(position) : 0;
            long kept = (1L << shift) - 1;
            long moved = (before & ~kept) << Byte.SIZE;
            store.word(offset, (before & kept) | (carried << shift) | moved);
            carried = before >>> (Long.SIZE - Byte.SIZE);
        }
    }

    /** Removes the slot at a position. */
    void remove(int position) {
        int last = wordOf(count - 1);
        for (int offset = wordOf(position); offset <= last; offset += Long.BYTES) {
            long before = word(offset);
            int shift = offset == wordOf(position) ? shift(position) : 0;
            long kept = (1L << shift) - 1;
            long next = offset < last ? word(offset + Long.BYTES) : 0;
            long moved = (before >>> Byte.SIZE) | (next << (Long.SIZE - Byte.SIZE));
            store.word(offset, (before & kept) | (moved & ~kept));
        }
    }

    /** Sets the fingerprint of a slot. */
    void fingerprint(int slot, int fingerprint) {
        int offset = beside + (slot & -Long.BYTES);
        long before = word(offset) & ~(0xFFL << shift(slot));
        store.word(offset, before | ((long) fingerprint << shift(slot)));
    }

    /** Inserts a head at a position. */
    void insertHead(int position, long head) {
        for (int i = count; i > position; i--) {
            store.word(headOf(i), word(headOf(i - 1)));
        }
        store.word(headOf(position), head);
    }

    /** Removes the head at a position. */
    void removeHead(int position) {
        for (int i = position; i < count - 1; i++) {
            store.word(headOf(i), word(headOf(i + 1)));
        }
    }

    private long word(int offset) {
        return SharedWords.plain(memory, base + offset);
    }

    private int headOf(int position) {
        return beside + position * Long.BYTES;
    }

    private static int wordOf(int position) {
        return BytesShape.ORDER + (position & -Long.BYTES);
    }

    private static int shift(int position) {
        return Byte.SIZE * (position % Long.BYTES);
    }
}
