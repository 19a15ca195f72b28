package dev.mangrove.index.btree;

import dev.mangrove.index.page.KeyCopy;

/** The meganodes of an index from left to right, as a client finds them. */
public interface MeganodeWalk {
    /**
     * Reads the root of the meganode that covers a key; false if the tree is so small that it has
     * no level above its meganodes, and nothing to move. {@link #server}, {@link #hasNext} and
     * {@link #next} are of that meganode.
     */
    boolean look(KeyCopy key);

    /** The server of the meganode. */
    int server();

    /** Whether there is a meganode after this one. */
    boolean hasNext();

    /** Smallest key of the meganode after this one. */
    KeyCopy next();

    /**
     * Counts the pages of the meganode that covers a key, by server: adds them to the elements of
     * an array.
     */
    void count(KeyCopy key, long[] pagesOf);
}
