package dev.mangrove.index.btree;

import org.jspecify.annotations.Nullable;

/**
 * Copies of inner pages of one view, by pointer, within a budget of bytes. Those not used of late
 * make room for others. What is in it is advice: the page it leads to says itself what it covers.
 */
final class NodeCache {
    private static final int FIRST_SLOTS = 64;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long budget;
    private @Nullable CachedNode[] slots = new CachedNode[FIRST_SLOTS];
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

    @Nullable CachedNode find(long pointer) {
        for (int i = home(pointer); ; i = after(i)) {
            CachedNode node = slots[i];
            if (node == null || node.pointer == pointer) {
                if (node != null) {
                    node.use();
                }
                return node;
            }
        }
    }

    void add(CachedNode node) {
        if (node.bytes() > budget) {
            return;
        }
        remove(node.pointer);
        while (bytes + node.bytes() > budget) {
            evict();
        }
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        put(node);
        size++;
        bytes += node.bytes();
    }

    void remove(long pointer) {
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

    void clear() {
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
        @Nullable CachedNode[] old = slots;
        slots = new CachedNode[2 * old.length];
        hand = 0;
        for (CachedNode node : old) {
            if (node != null) {
                put(node);
            }
        }
    }

    private void put(CachedNode node) {
        int i = home(node.pointer);
        while (slots[i] != null) {
            i = after(i);
        }
        slots[i] = node;
    }

    private int after(int slot) {
        return (slot + 1) & (slots.length - 1);
    }

    private int home(long pointer) {
        return (int) ((pointer * SPREAD) >>> (Long.numberOfLeadingZeros(slots.length) + 1))
                & (slots.length - 1);
    }
}
