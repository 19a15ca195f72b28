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
    private final int order;
    private final int beside;
    private final int children;
    private final int end;
    private final boolean[] taken;
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
        this.order = shape.order(level);
        this.beside = shape.beside(level);
        this.children = shape.children();
        this.end = shape.firstEntry(level);
        this.count = count;
        this.taken = new boolean[slots];
        for (int position = 0; position < count; position++) {
            taken[slot(position)] = true;
        }
    }

    /** The first free slot at or after that of a key's hash; there is one. */
    int freeSlot(byte[] key) {
        int slot = firstSlot(key);
        while (taken[slot]) {
            slot = slot + 1 == slots ? 0 : slot + 1;
        }
        return slot;
    }

    private int firstSlot(byte[] key) {
        return level == 0 ? KeyProbe.slot(KeyProbe.hash(key), slots) : 0;
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
        for (int offset = order; offset < order + slots; offset += Long.BYTES) {
            store.word(offset, 0);
        }
        for (int offset = beside; offset < end; offset += Long.BYTES) {
            store.word(offset, 0);
        }
        count = 0;
    }

    /** Adds an entry behind all others. */
    void append(int slot, BytesEntry entry, int prefix) {
        store.word(wordOf(count), word(wordOf(count)) | ((long) slot << shift(count)));
        taken[slot] = true;
        if (level == 0) {
            fingerprint(slot, entry.key());
        } else {
            store.word(headOf(count), BytesLine.head(entry.key(), prefix));
            store.word(childOf(count), entry.word());
        }
        count++;
    }

    /** Inserts an entry at a position. */
    void insert(int position, int slot, BytesEntry entry, int prefix) {
        insert(position, slot);
        if (level == 0) {
            fingerprint(slot, entry.key());
        } else {
            insertWord(headOf(position), headOf(count), BytesLine.head(entry.key(), prefix));
            insertWord(childOf(position), childOf(count), entry.word());
        }
    }

    /** Removes the entry at a position. */
    void remove(int position) {
        removeSlot(position);
        if (level > 0) {
            removeWord(headOf(position), headOf(count - 1));
            removeWord(childOf(position), childOf(count - 1));
        }
    }

    private void insert(int position, int slot) {
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

    private void removeSlot(int position) {
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

    private void fingerprint(int slot, byte[] key) {
        int offset = beside + (slot & -Long.BYTES);
        long others = word(offset) & ~(0xFFL << shift(slot));
        long fingerprint = KeyProbe.fingerprint(KeyProbe.hash(key));
        store.word(offset, others | (fingerprint << shift(slot)));
    }

    private void insertWord(int at, int end, long value) {
        for (int offset = end; offset > at; offset -= Long.BYTES) {
            store.word(offset, word(offset - Long.BYTES));
        }
        store.word(at, value);
    }

    private void removeWord(int at, int last) {
        for (int offset = at; offset < last; offset += Long.BYTES) {
            store.word(offset, word(offset + Long.BYTES));
        }
    }

    private long word(int offset) {
        return SharedWords.plain(memory, base + offset);
    }

    private int headOf(int position) {
        return beside + position * Long.BYTES;
    }

    private int childOf(int position) {
        return children + position * Long.BYTES;
    }

    private int wordOf(int position) {
        return order + (position & -Long.BYTES);
    }

    private static int shift(int position) {
        return Byte.SIZE * (position % Long.BYTES);
    }
}
