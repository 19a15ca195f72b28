package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.access.LocalPages;

import java.util.Arrays;

/**
 * Allocates the pages of a tree, and keeps a reserve of them.
 *
 * <p>A change that splits pages cannot stop half-way, so it must not run out of memory there. It
 * calls {@link #promise} before it changes anything, which allocates as many pages as the change
 * can need, or throws. {@link #take} within a promise never fails.
 *
 * <p>One page is promised for as long as the tree lives: a tree that loses its last object may need
 * a new root, and a deletion must succeed when memory is used up.
 *
 * <p>A freed page refills the reserve before other trees can get it. Thread-safe.
 */
public final class PageReserve {
    /** Maximum number of pages that one change takes: one per level, including a new root's. */
    static final int PER_CHANGE = EntryPlacer.LEVELS;

    private final LocalPages.Space space;
    private long[] spare = new long[1 + PER_CHANGE];
    private int size;
    private int promised;

    /** Pages that bulk loads collect objects in. */
    private long lent;

    /** Creates the reserve, with the page for the root of an emptied tree. */
    PageReserve(LocalPages.Space space) {
        this.space = space;
        fill(1);
        promised = 1;
    }

    /** Promises pages to a change, which must {@link #release} what it has not taken. */
    synchronized void promise() {
        fill(promised + PER_CHANGE);
        promised += PER_CHANGE;
    }

    /** Takes a promised page. */
    synchronized long take() {
        assert promised > 1 && size >= promised : "promised=" + promised + ", size=" + size;
        promised--;
        return spare[--size];
    }

    /** Returns the promised pages that a change did not take. */
    synchronized void release(int pages) {
        promised -= pages;
        assert promised >= 1 : "promised=" + promised;
    }

    /** Allocates a page outside of any promise. */
    public synchronized long takeUnpromised() {
        return space.take();
    }

    /** Frees a page that is dead, or to which no pointer was ever published. */
    public synchronized void free(long pointer) {
        space.free(pointer);
        if (size < promised) {
            add(space.take());
        }
    }

    /** Allocates a page outside of any promise and of the tree; see {@link #takeBack}. */
    public synchronized long lend() {
        long page = space.take();
        lent++;
        return page;
    }

    /** Frees a page that was lent. */
    public synchronized void takeBack(long pointer) {
        lent--;
        free(pointer);
    }

    /** Number of pages that are allocated to the tree: neither in the reserve nor lent. */
    public synchronized long inTree() {
        return space.allocated() - size - lent;
    }

    /** Takes the page for the root of an emptied tree; the caller must free the old root next. */
    synchronized long takeForRoot() {
        return spare[--size];
    }

    /** Number of pages in the reserve. */
    public synchronized int spare() {
        return size;
    }

    private void fill(int pages) {
        while (size < pages) {
            add(space.take());
        }
    }

    private void add(long pointer) {
        if (size == spare.length) {
            spare = Arrays.copyOf(spare, 2 * size);
        }
        spare[size++] = pointer;
    }
}
