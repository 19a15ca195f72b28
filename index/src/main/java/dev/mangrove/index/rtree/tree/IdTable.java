package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.page.Hashing;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Leaves by id, or extents by id, whose null pointers are both 0: a hash table with linear probing,
 * two words for each slot. A small one is in the heap, a larger one in pages of the tree. Used by
 * the thread that holds the lock of its stripe.
 */
final class IdTable {
    private static final int SLOT = 2;
    private static final int SMALLEST = 8;

    /** Slots of the largest table in the heap. Chosen: with 1,024 stripes, 512 KiB at most. */
    private static final int LARGEST_IN_HEAP = 32;

    private static final long[] NONE = {};

    private final RTree tree;
    private final MemorySegment memory;
    private final int pageShift;
    private final long[] smallest = new long[SLOT * SMALLEST];

    /** Words of a table in the heap. */
    private long[] words = smallest;

    /** Pages of a table that is not. */
    private long[] pages = NONE;

    private int capacity = SMALLEST;
    private int size;

    IdTable(RTree tree) {
        this.tree = tree;
        this.memory = tree.memory();
        this.pageShift =
                Integer.SIZE - 1 - Integer.numberOfLeadingZeros(PageWords.perPage(tree.shape()));
    }

    /** The leaf of an id, or {@link PagePointer#NULL}. */
    long get(long id) {
        return leaf(slot(id));
    }

    /** Number of pages that the table lies in. */
    int pages() {
        return pages.length;
    }

    /** Hands all ids to a consumer, with the leaf or extent of each. */
    void forEach(IdDirectory.PointerOfId consumer) {
        for (int slot = 0; slot < capacity; slot++) {
            if (leaf(slot) != PagePointer.NULL) {
                consumer.accept(id(slot), leaf(slot));
            }
        }
    }

    /** Makes room for one more id, or throws if there is no memory. */
    void makeRoom() {
        if (3 * (size + 1) > 2 * capacity) {
            resize(2 * capacity);
        }
    }

    /** Sets the leaf of an id; whether the id is new. For a new id there must be room. */
    boolean put(long id, long leaf) {
        int at = slot(id);
        boolean fresh = leaf(at) == PagePointer.NULL;
        set(at, id, leaf);
        if (fresh) {
            size++;
            assert size < capacity : "no room was made: size=" + size;
        }
        return fresh;
    }

    /** Removes an id; whether it was present. */
    boolean remove(long id) {
        int hole = slot(id);
        if (leaf(hole) == PagePointer.NULL) {
            return false;
        }
        size--;
        int mask = capacity - 1;
        for (int at = (hole + 1) & mask; leaf(at) != PagePointer.NULL; at = (at + 1) & mask) {
            if (((at - wish(id(at))) & mask) >= ((at - hole) & mask)) {
                set(hole, id(at), leaf(at));
                hole = at;
            }
        }
        set(hole, 0, PagePointer.NULL);
        if (size == 0) {
            empty();
        }
        return true;
    }

    /** Frees the pages of an empty table. */
    private void empty() {
        long[] old = pages;
        Arrays.fill(smallest, PagePointer.NULL);
        words = smallest;
        pages = NONE;
        capacity = SMALLEST;
        free(old, old.length);
    }

    private int wish(long id) {
        return (int) ((id * Hashing.MULTIPLIER) >>> 20) & (capacity - 1);
    }

    private int slot(long id) {
        int at = wish(id);
        while (leaf(at) != PagePointer.NULL && id(at) != id) {
            at = (at + 1) & (capacity - 1);
        }
        return at;
    }

    private long id(int slot) {
        return word(SLOT * slot);
    }

    private long leaf(int slot) {
        return word(SLOT * slot + 1);
    }

    private long word(int i) {
        return pages.length == 0
                ? words[i]
                : PageWords.get(memory, pages[i >>> pageShift], i & ((1 << pageShift) - 1));
    }

    private void set(int slot, long id, long leaf) {
        set(SLOT * slot, id);
        set(SLOT * slot + 1, leaf);
    }

    private void set(int i, long value) {
        if (pages.length == 0) {
            words[i] = value;
        } else {
            PageWords.set(memory, pages[i >>> pageShift], i & ((1 << pageShift) - 1), value);
        }
    }

    private void resize(int wanted) {
        boolean inHeap = wanted <= LARGEST_IN_HEAP;
        int room = inHeap ? wanted : Math.max(wanted, (1 << pageShift) / SLOT);
        long[] newWords = inHeap ? new long[SLOT * room] : NONE;
        long[] newPages = inHeap ? NONE : take((SLOT * room) >>> pageShift);
        long[] oldWords = words;
        long[] oldPages = pages;
        int oldCapacity = capacity;
        words = newWords;
        pages = newPages;
        capacity = room;
        for (int i = 0; i < oldCapacity; i++) {
            move(oldWords, oldPages, SLOT * i);
        }
        free(oldPages, oldPages.length);
    }

    private void move(long[] oldWords, long[] oldPages, int i) {
        long id;
        long leaf;
        if (oldPages.length == 0) {
            id = oldWords[i];
            leaf = oldWords[i + 1];
        } else {
            long page = oldPages[i >>> pageShift];
            int word = i & ((1 << pageShift) - 1);
            id = PageWords.get(memory, page, word);
            leaf = PageWords.get(memory, page, word + 1);
        }
        if (leaf != PagePointer.NULL) {
            set(slot(id), id, leaf);
        }
    }

    /** Allocates zeroed pages; all or none. */
    private long[] take(int number) {
        long[] taken = new long[number];
        for (int i = 0; i < number; i++) {
            try {
                taken[i] = tree.pages().takeUnpromised();
            } catch (RuntimeException | Error e) {
                free(taken, i);
                throw e;
            }
            for (int word = 0; word < 1 << pageShift; word++) {
                PageWords.set(memory, taken[i], word, PagePointer.NULL);
            }
        }
        return taken;
    }

    private void free(long[] some, int number) {
        for (int i = 0; i < number; i++) {
            tree.pages().free(some[i]);
        }
    }
}
