package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.wire.MeganodeKind;

/**
 * Separators that a server could not post, because the level above is at another server. The client
 * of the request takes them there. What does not fit is dropped: another change finds it again.
 */
public final class UnpostedSeparators {
    private static final int MOST = MeganodeKind.MOST_SEPARATORS;

    private final int[] levels = new int[MOST];
    private final long[] keys = new long[MOST];
    private final long[] pointers = new long[MOST];
    private int size;

    /** Creates an empty list. */
    public UnpostedSeparators() {}

    /** Removes all. */
    public void clear() {
        size = 0;
    }

    /** Adds the separator of a page for the level above it, if there is room. */
    public void add(int level, long key, long pointer) {
        if (size < MOST) {
            levels[size] = level;
            keys[size] = key;
            pointers[size++] = pointer;
        }
    }

    /** Removes a separator; whether it was there. */
    boolean remove(int level, long key, long pointer) {
        for (int i = 0; i < size; i++) {
            if (levels[i] == level && keys[i] == key && pointers[i] == pointer) {
                size--;
                levels[i] = levels[size];
                keys[i] = keys[size];
                pointers[i] = pointers[size];
                return true;
            }
        }
        return false;
    }

    /** Number of separators. */
    public int size() {
        return size;
    }

    /** Level of the page that gets a separator. */
    public int level(int i) {
        return levels[i];
    }

    /** Smallest key of the new page. */
    public long key(int i) {
        return keys[i];
    }

    /** The new page. */
    public long pointer(int i) {
        return pointers[i];
    }
}
