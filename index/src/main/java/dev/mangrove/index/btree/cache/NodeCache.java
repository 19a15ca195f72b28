package dev.mangrove.index.btree.cache;

import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.page.Hashing;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Copies of inner pages of one tree, by pointer, within a budget of bytes, with clock eviction. A
 * copy is a hint: the page that it leads to holds its own bounds.
 *
 * <p>All threads of a process share it. Lookups take no lock: nodes are immutable but for the clock
 * bit and the pointer, and a lookup that runs during a change may miss a node, which its caller
 * then reads and adds again.
 */
public final class NodeCache {
    /** Chosen: small for the many caches of small indexes; the table doubles. */
    private static final int FIRST_SLOTS = 64;

    /** Chosen: the directory is rebuilt when a quarter of the lowest nodes is not listed. */
    private static final int UNLISTED_SHARE = 4;

    private final boolean listed;
    private volatile long budget;
    private volatile long[] @Nullable [] slots = new long[FIRST_SLOTS][];
    private volatile NodeDirectory directory = NodeDirectory.EMPTY;
    private int unlisted;
    private int missed;
    private int size;
    private long bytes;
    private int hand;

    /** Whether a copy had no room since the budget was set; read without the lock, as a hint. */
    private boolean lackedRoom;

    /** Copies of pages with 64-bit keys. */
    public NodeCache(long budget) {
        this(budget, true);
    }

    private NodeCache(long budget, boolean listed) {
        this.budget = budget;
        this.listed = listed;
    }

    /**
     * Copies of pages whose keys are byte strings. Tokens of keys belong to one thread, so there is
     * no directory of the lowest nodes; searches come to them from the root.
     */
    public static NodeCache ofStrings(long budget) {
        return new NodeCache(budget, false);
    }

    /** Whether it has a budget. */
    public boolean isOn() {
        return budget > 0;
    }

    /** Whether it is off, or has had no room for a copy. */
    public boolean isShort() {
        return lackedRoom || budget == 0;
    }

    /** Raises the budget to a number of bytes, if it is lower. */
    synchronized void atLeast(long bytesOfBudget) {
        lackedRoom &= budget >= bytesOfBudget;
        budget = Math.max(budget, bytesOfBudget);
    }

    public long @Nullable [] find(long pointer) {
        long[] @Nullable [] now = slots;
        int mask = now.length - 1;
        int i = hashSlot(pointer, now.length);
        for (int looks = 0; looks <= mask; looks++, i = (i + 1) & mask) {
            long[] node = now[i];
            if (node == null) {
                return null;
            }
            if (CachedNode.pointer(node) == pointer) {
                CachedNode.use(node);
                return node;
            }
        }
        return null;
    }

    NodeDirectory directory() {
        return directory;
    }

    /** The cached node of the lowest inner level that covers a key, or null. */
    public long @Nullable [] lowest(long key) {
        long[] node = directory.find(key);
        if (node != null) {
            CachedNode.use(node);
        }
        return node;
    }

    public synchronized void add(long[] node) {
        if (CachedNode.bytes(node) > budget) {
            lackedRoom = true;
            return;
        }
        removeHere(CachedNode.pointer(node));
        while (bytes + CachedNode.bytes(node) > budget) {
            evict();
        }
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        put(node, slots);
        size++;
        bytes += CachedNode.bytes(node);
        if (CachedNode.level(node) == InnerLevels.LOWEST
                && ++unlisted > directory.size() / UNLISTED_SHARE) {
            list();
        }
    }

    /**
     * Counts a descent to a lowest inner node that the directory does not list. After as many
     * misses as there are nodes, rebuilding the directory costs less than it saves.
     */
    public void missed() {
        if (++missed > directory.size()) { // Approximate: several threads increment it.
            list();
        }
    }

    /** Rebuilds the directory; cheap, as it happens only when many nodes are new. */
    private synchronized void list() {
        if (!listed) {
            return;
        }
        List<long[]> lowest = new ArrayList<>();
        for (long[] node : slots) {
            if (node != null && CachedNode.level(node) == InnerLevels.LOWEST) {
                lowest.add(node);
            }
        }
        directory = new NodeDirectory(lowest);
        unlisted = 0;
        missed = 0;
    }

    /** Evicts the lowest inner node that covers a key; false if none is cached. */
    public boolean removeLowest(long key) {
        long[] node = directory.find(key);
        if (node == null) {
            return false;
        }
        remove(CachedNode.pointer(node));
        return true;
    }

    public void remove(long pointer) {
        if (find(pointer) != null) {
            removeHere(pointer);
        }
    }

    private synchronized void removeHere(long pointer) {
        // Ends: half of the slots are empty.
        for (int i = hashSlot(pointer); ; i = after(i)) {
            long[] node = slots[i];
            if (node == null) {
                return;
            }
            if (CachedNode.pointer(node) == pointer) {
                removeAt(i, node);
                return;
            }
        }
    }

    public synchronized void clear() {
        Arrays.fill(slots, null);
        directory = NodeDirectory.EMPTY;
        unlisted = 0;
        size = 0;
        bytes = 0;
    }

    private void evict() {
        lackedRoom = true;
        // Ends: the first round clears the clock bits. Readers set them again, but not those of all
        // nodes at every moment.
        for (; ; hand = after(hand)) {
            long[] node = slots[hand];
            if (node != null && !CachedNode.wasUsed(node)) {
                removeAt(hand, node);
                return;
            }
        }
    }

    /** Removes a node and closes the gap, so that lookups can stop at empty slots. */
    private void removeAt(int at, long[] node) {
        CachedNode.giveUp(node);
        size--;
        bytes -= CachedNode.bytes(node);
        int gap = at;
        // Ends: half of the slots are empty.
        for (int i = after(at); ; i = after(i)) {
            long[] next = slots[i];
            if (next == null) {
                break;
            }
            int distance = (i - hashSlot(CachedNode.pointer(next))) & (slots.length - 1);
            if (distance >= ((i - gap) & (slots.length - 1))) {
                slots[gap] = next;
                gap = i;
            }
        }
        slots[gap] = null;
    }

    private void grow() {
        long[] @Nullable [] larger = new long[2 * slots.length][];
        for (long[] node : slots) {
            if (node != null) {
                put(node, larger);
            }
        }
        hand = 0;
        slots = larger;
    }

    private static void put(long[] node, long[] @Nullable [] into) {
        int i = hashSlot(CachedNode.pointer(node), into.length);
        while (into[i] != null) {
            i = (i + 1) & (into.length - 1);
        }
        into[i] = node;
    }

    private int after(int slot) {
        return (slot + 1) & (slots.length - 1);
    }

    private int hashSlot(long pointer) {
        return hashSlot(pointer, slots.length);
    }

    private static int hashSlot(long pointer, int slots) {
        return (int) ((pointer * Hashing.MULTIPLIER) >>> (Long.numberOfLeadingZeros(slots) + 1))
                & (slots - 1);
    }
}
