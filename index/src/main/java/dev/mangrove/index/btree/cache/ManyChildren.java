package dev.mangrove.index.btree.cache;

import dev.mangrove.index.page.PagePointer;

import java.util.Arrays;

/**
 * The leaves that cached nodes of the lowest inner level name for several keys. A lookup of one key
 * waits for memory three times, one after the other: for the node's head, for its keys, and for its
 * children. Here all keys take each of these steps before any takes the next, so that the processor
 * waits for many of them at the same time. Used by one thread.
 */
public final class ManyChildren {
    private final int[] positions;
    private final int[] guesses;

    @SuppressWarnings("unused") // Kept so that what is fetched ahead is fetched.
    private long ahead;

    /** For so many keys at once. */
    public ManyChildren(int most) {
        positions = new int[most];
        guesses = new int[most];
    }

    /**
     * Finds the leaves of the first {@code count} keys; NULL for a key that no cached node covers.
     *
     * @return how many it found
     */
    public int find(NodeCache cache, long[] keys, int count, long[] into) {
        NodeDirectory directory = cache.directory();
        if (directory.size() == 0) {
            Arrays.fill(into, 0, count, PagePointer.NULL);
            return 0;
        }
        for (int i = 0; i < count; i++) {
            positions[i] = directory.position(keys[i]);
        }
        for (int i = 0; i < count; i++) {
            guesses[i] = CachedNode.guess(directory.node(positions[i]), keys[i]);
        }
        long fetched = 0;
        for (int i = 0; i < count; i++) {
            fetched ^= CachedNode.fetch(directory.node(positions[i]), guesses[i]);
        }
        ahead = fetched;
        int found = 0;
        for (int i = 0; i < count; i++) {
            long[] node = directory.covering(positions[i], keys[i]);
            if (node == null) {
                into[i] = PagePointer.NULL;
            } else {
                CachedNode.use(node);
                into[i] = CachedNode.child(node, keys[i]);
                found++;
            }
        }
        return found;
    }
}
