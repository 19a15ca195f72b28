package dev.mangrove.index.btree.cache;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.probe.RareBranch;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Roots of meganodes of one tree by ranges of keys, within a budget of bytes, with clock eviction:
 * Cell's path cache (section 3). A client whose cache of inner pages is too small for the levels
 * above the meganodes starts a search at such a root, instead of at the root of the tree.
 *
 * <p>A path is a hint. The page that it leads to has its own generation, level and bounds, and a
 * search that finds by them that the path is stale removes it.
 *
 * <p>All threads of a process share it. Changes exclude each other. Lookups take no lock and
 * allocate nothing: a path is immutable but for its clock bit, and a lookup checks that the path
 * which it found covers the key. One that runs during a change may miss a path, and its caller then
 * starts at the root of the tree.
 */
public final class PathCache {
    /** Memory of a path: the object, and its place in the array. */
    static final int PATH_BYTES = 48;

    /** Chosen: small for the many trees with few meganodes; the array doubles. */
    private static final int FIRST_PATHS = 16;

    private volatile int most;
    private volatile @Nullable Path[] sorted = new Path[FIRST_PATHS];

    /** Written under the lock; a lookup without it may see an old number. */
    private int size;

    private int hand;

    /** Creates a cache with a budget of bytes, 0 for none. */
    public PathCache(long budget) {
        this.most = pathsIn(budget);
    }

    private static int pathsIn(long budget) {
        return (int) Math.min(budget / PATH_BYTES, Integer.MAX_VALUE / 2);
    }

    private static final class Path {
        private final long low;
        private final long high;
        private final boolean bounded;
        private final long pointer;
        private boolean used = true;

        Path(long low, boolean bounded, long high, long pointer) {
            this.low = low;
            this.bounded = bounded;
            this.high = high;
            this.pointer = pointer;
        }

        boolean covers(long key) {
            return key >= low && (!bounded || key < high);
        }

        /** Whether a range that begins at or after this path's begins within it. */
        boolean reaches(long start) {
            return !bounded || start < high;
        }

        boolean is(long otherLow, boolean otherBounded, long otherHigh, long otherPointer) {
            return low == otherLow
                    && pointer == otherPointer
                    && bounded == otherBounded
                    && (!bounded || high == otherHigh);
        }
    }

    /** Whether it has room for a path. */
    public boolean isOn() {
        return most > 0;
    }

    /** Raises the budget to a number of bytes, if it is lower. */
    synchronized void atLeast(long bytesOfBudget) {
        most = Math.max(most, pathsIn(bytesOfBudget));
    }

    /** Number of paths. */
    synchronized int size() {
        return size;
    }

    /** The root of the meganode that may cover a key; NULL if no path does. */
    public long find(long key) {
        @Nullable Path[] now = sorted;
        int at = floor(now, Math.min(size, now.length), key);
        Path path = at < 0 ? null : now[at];
        if (path == null || !path.covers(key)) {
            return PagePointer.NULL;
        }
        if (!path.used) {
            path.used = true;
        }
        return path.pointer;
    }

    /**
     * Adds a path. Paths that overlap with it are older, and are removed.
     *
     * @param high the range's end, exclusive; counts only if the range is bounded
     */
    public synchronized void add(long low, boolean bounded, long high, long pointer) {
        if (most == 0 || (bounded && high <= low)) {
            return;
        }
        int before = floor(sorted, size, low);
        Path known = before < 0 ? null : sorted[before];
        if (known != null && known.is(low, bounded, high, pointer)) {
            return;
        }
        int first = known != null && known.reaches(low) ? before : before + 1;
        int next = first;
        // Ends: the paths do.
        for (; next < size; next++) {
            Path path = sorted[next];
            if (path != null && bounded && path.low >= high) {
                break;
            }
        }
        removeBetween(first, next);
        insert(first, new Path(low, bounded, high, pointer));
    }

    /** Removes the path for a key if it leads to a page that was found to be a wrong one. */
    public synchronized boolean remove(long key, long pointer) {
        int at = floor(sorted, size, key);
        Path path = at < 0 ? null : sorted[at];
        if (path == null || !path.covers(key) || path.pointer != pointer) {
            return false;
        }
        removeBetween(at, at + 1);
        RareBranch.PATH_STALE.taken();
        return true;
    }

    private void insert(int position, Path path) {
        int at = position;
        if (size >= most) {
            int evicted = evict();
            at = evicted < at ? at - 1 : at;
        }
        if (size == sorted.length) {
            sorted = Arrays.copyOf(sorted, 2 * size);
        }
        System.arraycopy(sorted, at, sorted, at + 1, size - at);
        sorted[at] = path;
        size++;
    }

    /** Removes a path that was not used lately; returns where it was. */
    private int evict() {
        RareBranch.PATH_EVICTED.taken();
        // Ends: the first round clears the clock bits. Readers set them again, but not those of all
        // paths at every moment.
        for (; ; hand++) {
            hand = hand >= size ? 0 : hand;
            Path path = sorted[hand];
            if (path == null || !path.used) {
                removeBetween(hand, hand + 1);
                return hand;
            }
            path.used = false;
        }
    }

    private void removeBetween(int from, int to) {
        int removed = to - from;
        if (removed > 0) {
            System.arraycopy(sorted, to, sorted, from, size - to);
            Arrays.fill(sorted, size - removed, size, null);
            size -= removed;
        }
    }

    /** Position of the last path that begins at or before a key; -1 if there is none. */
    private static int floor(@Nullable Path[] sorted, int size, long key) {
        int from = 0;
        int to = size;
        while (from < to) {
            int middle = (from + to) >>> 1;
            Path path = sorted[middle];
            if (path != null && path.low <= key) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from - 1;
    }
}
