package dev.mangrove.index.btree.verify;

import dev.mangrove.index.page.PagePointer;

import java.util.Arrays;

/**
 * The pages of a level in the order in which the level above names them. Where a page is lost with
 * its server, and so is its right link, the walk along the level goes on at the next one.
 */
final class NamedPages {
    /** Chosen: entries of pages that have died lately, which may follow each other. */
    private static final int NEAR = 8;

    private static final int FIRST_CAPACITY = 64;

    private long[] pointers = new long[FIRST_CAPACITY];
    private int size;
    private int next;

    void add(long pointer) {
        if (size == pointers.length) {
            pointers = Arrays.copyOf(pointers, 2 * size);
        }
        pointers[size++] = pointer;
    }

    /** The first page; NULL if there is none. */
    long first() {
        return size == 0 ? PagePointer.NULL : pointers[0];
    }

    /** Notes that the walk is at a page. A page that is not named yet changes nothing. */
    void visited(long pointer) {
        int end = Math.min(size, next + NEAR);
        for (int i = next; i < end; i++) {
            if (pointers[i] == pointer) {
                next = i + 1;
                return;
            }
        }
    }

    /** The page to go on with after one that is lost; NULL if none is known. */
    long after(long lost) {
        for (int i = next; i < size; i++) {
            if (pointers[i] == lost) {
                next = i + 1;
                break;
            }
        }
        return next < size ? pointers[next++] : PagePointer.NULL;
    }
}
