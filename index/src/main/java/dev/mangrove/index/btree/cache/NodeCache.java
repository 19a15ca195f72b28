package dev.mangrove.index.btree.cache;

import dev.mangrove.index.btree.level.InnerLevels;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Copies of inner pages of one tree, by pointer, within a budget of bytes. Those not used of late
 * make room for others. What is in it is advice: the page it leads to says itself what it covers.
 *
 * <p>All threads of a process use it together. Who looks for a node takes no lock: nodes never
 * change, and a search that crosses a change may miss one, which then is read and added again.
 */
public final class NodeCache {
    private static final int FIRST_SLOTS = 64;
    private static final int UNLISTED_SHARE = 4;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private volatile long budget;
    private volatile long[] @Nullable [] slots = new long[FIRST_SLOTS][];
    private volatile NodeDirectory directory = NodeDirectory.EMPTY;
    private int unlisted;
    private int missed;
    private int size;
    private long bytes;
    private int hand;

    public NodeCache(long budget) {
        this.budget = budget;
    }

    /** Whether it can hold anything. */
    public boolean isOn() {
        return budget > 0;
    }

    /** Gives it at least so many bytes. */
    synchronized void atLeast(long bytesOfBudget) {
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

    /** The lowest inner node that covers a key, if it is known. */
    public long @Nullable [] lowest(long key) {
        long[] node = directory.find(key);
        if (node != null) {
            CachedNode.use(node);
        }
        return node;
    }

    public synchronized void add(long[] node) {
        if (CachedNode.bytes(node) > budget) {
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
     * Somebody has come down to a lowest node that is not listed. When that has happened as often
     * as there are nodes, a new list costs less than it saves.
     */
    public void missed() {
        if (++missed > directory.size()) { // Not counted exactly: several threads come here.
            list();
        }
    }

    /** Lists the lowest nodes anew, which costs little as it is done when many are new. */
    private synchronized void list() {
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

    /** Gives up the lowest inner node that covers a key; false if none is known. */
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
        for (; ; hand = after(hand)) {
            long[] node = slots[hand];
            if (node != null && !CachedNode.wasUsed(node)) {
                removeAt(hand, node);
                return;
            }
        }
    }

    /** Takes a node out and closes the gap, so that searches end at empty slots only. */
    private void removeAt(int at, long[] node) {
        CachedNode.giveUp(node);
        size--;
        bytes -= CachedNode.bytes(node);
        int gap = at;
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
        return (int) ((pointer * SPREAD) >>> (Long.numberOfLeadingZeros(slots) + 1)) & (slots - 1);
    }
}
