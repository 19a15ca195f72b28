package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.access.LocalPages;

import java.util.Arrays;

/**
 * The pages of a tree: where new ones come from, and some that are kept at hand.
 *
 * <p>A change that splits pages cannot stop half-way, so it must not run out of memory there. It
 * asks for a promise before it changes anything: {@link #promise} takes as many pages as the change
 * can need, or throws, and then nothing has happened. {@link #take} within a promise never fails.
 *
 * <p>One page is promised for as long as the tree lives: a tree that loses its last object may need
 * a new root, and a deletion must succeed when memory is used up.
 *
 * <p>A freed page fills up the reserve before anybody else can get it. May be used from any thread.
 */
public final class PageReserve {
    /** Pages that one change takes at most: one for each level, a new root's included. */
    static final int PER_CHANGE = EntryPlacer.LEVELS;

    private final LocalPages.Space space;
    private long[] spare = new long[1 + PER_CHANGE];
    private int size;
    private int promised;

    /** Takes the page for the root of an emptied tree. */
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

    /** A promised page. */
    synchronized long take() {
        promised--;
        return spare[--size];
    }

    /** A change has ended that did not need so many of its pages. */
    synchronized void release(int pages) {
        promised -= pages;
    }

    /** A page that nobody was promised. */
    public synchronized long takeUnpromised() {
        return space.take();
    }

    /** Takes a page back that is dead, or that nobody has known. */
    public synchronized void free(long pointer) {
        space.free(pointer);
        if (size < promised) {
            add(space.take());
        }
    }

    /** The page for the root of an emptied tree; the old root must be freed next. */
    synchronized long takeForRoot() {
        return spare[--size];
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
