package dev.mangrove.index.btree;

import org.jspecify.annotations.Nullable;

/**
 * Copies of inner pages of one index, by pointer, within a budget of bytes. Those not used of late
 * make room for others. What is in it is advice: the page it leads to says itself what it covers.
 *
 * <p>All threads of a process use it together. Who looks for a node takes no lock: nodes never
 * change, and a search that crosses a change may miss one, which then is read and added again.
 */
final class NodeCache {
    private static final int FIRST_SLOTS = 64;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private volatile long budget;
    private volatile @Nullable CachedNode[] slots = new CachedNode[FIRST_SLOTS];
    private int size;
    private long bytes;
    private int hand;

    NodeCache(long budget) {
        this.budget = budget;
    }

    /** Whether it can hold anything. */
    boolean isOn() {
        return budget > 0;
    }

    /** Gives it at least so many bytes. */
    synchronized void atLeast(long bytesOfBudget) {
        budget = Math.max(budget, bytesOfBudget);
    }

    @Nullable CachedNode find(long pointer) {
        @Nullable CachedNode[] now = slots;
        int mask = now.length - 1;
        int i = home(pointer, now.length);
        for (int looks = 0; looks <= mask; looks++, i = (i + 1) & mask) {
            CachedNode node = now[i];
            if (node == null) {
                return null;
            }
            if (node.pointer == pointer) {
                node.use();
                return node;
            }
        }
        return null;
    }

    synchronized void add(CachedNode node) {
        if (node.bytes() > budget) {
            return;
        }
        removeHere(node.pointer);
        while (bytes + node.bytes() > budget) {
            evict();
        }
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        put(node, slots);
        size++;
        bytes += node.bytes();
    }

    void remove(long pointer) {
        if (find(pointer) != null) {
            removeHere(pointer);
        }
    }

    private synchronized void removeHere(long pointer) {
        for (int i = home(pointer); ; i = after(i)) {
            CachedNode node = slots[i];
            if (node == null) {
                return;
            }
            if (node.pointer == pointer) {
                removeAt(i, node);
                return;
            }
        }
    }

    synchronized void clear() {
        java.util.Arrays.fill(slots, null);
        size = 0;
        bytes = 0;
    }

    private void evict() {
        for (; ; hand = after(hand)) {
            CachedNode node = slots[hand];
            if (node != null && !node.wasUsed()) {
                removeAt(hand, node);
                return;
            }
        }
    }

    /** Takes a node out and closes the gap, so that searches end at empty slots only. */
    private void removeAt(int at, CachedNode node) {
        size--;
        bytes -= node.bytes();
        int gap = at;
        for (int i = after(at); ; i = after(i)) {
            CachedNode next = slots[i];
            if (next == null) {
                break;
            }
            int distance = (i - home(next.pointer)) & (slots.length - 1);
            if (distance >= ((i - gap) & (slots.length - 1))) {
                slots[gap] = next;
                gap = i;
            }
        }
        slots[gap] = null;
    }

    private void grow() {
        @Nullable CachedNode[] larger = new CachedNode[2 * slots.length];
        for (CachedNode node : slots) {
            if (node != null) {
                put(node, larger);
            }
        }
        hand = 0;
        slots = larger;
    }

    private static void put(CachedNode node, @Nullable CachedNode[] into) {
        int i = home(node.pointer, into.length);
        while (into[i] != null) {
            i = (i + 1) & (into.length - 1);
        }
        into[i] = node;
    }

    private int after(int slot) {
        return (slot + 1) & (slots.length - 1);
    }

    private int home(long pointer) {
        return home(pointer, slots.length);
    }

    private static int home(long pointer, int slots) {
        return (int) ((pointer * SPREAD) >>> (Long.numberOfLeadingZeros(slots) + 1)) & (slots - 1);
    }
}
