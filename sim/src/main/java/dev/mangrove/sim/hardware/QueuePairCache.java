package dev.mangrove.sim.hardware;

/**
 * Which connections' state a network card holds on chip, or a core in its cache: the most recently
 * used ones. A list in order of use runs through the entries themselves.
 */
public final class QueuePairCache {
    private final int capacity;
    private final Entry head = new Entry();
    private int held;

    private boolean crowded;

    /** State of one connection at one card. */
    public static final class Entry {
        private Entry previous = this;
        private Entry next = this;
        private boolean held;
    }

    public QueuePairCache(int capacity) {
        this.capacity = capacity;
    }

    /** Uses a connection; says whether its state was there. */
    public boolean use(Entry entry) {
        boolean hit = entry.held;
        if (hit) {
            unlink(entry);
        } else if (held == capacity) {
            crowded = true;
            Entry oldest = head.previous;
            unlink(oldest);
            oldest.held = false;
        } else {
            held++;
        }
        entry.held = true;
        entry.next = head.next;
        entry.previous = head;
        head.next.previous = entry;
        head.next = entry;
        return hit;
    }

    /**
     * Whether there was ever a connection too many; before that, all are here and order does not
     * matter.
     */
    boolean isCrowded() {
        return crowded;
    }

    /** Forgets a connection that has ended. */
    public void forget(Entry entry) {
        if (entry.held) {
            unlink(entry);
            entry.held = false;
            held--;
        }
    }

    private static void unlink(Entry entry) {
        entry.previous.next = entry.next;
        entry.next.previous = entry.previous;
    }
}
