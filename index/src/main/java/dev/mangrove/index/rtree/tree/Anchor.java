package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.ChangeWatch;
import dev.mangrove.index.rtree.page.Node;

import java.lang.foreign.MemorySegment;

/**
 * The two lines that hold a tree's root pointer and counts, in a page of their own. Only the server
 * changes them. Readers by verbs need the first only.
 *
 * <pre>
 *  0        8        16         24      32      40      48        56         64
 * +--------+--------+----------+-------+-------+-------+---------+----------+
 * | stamp  |        | sequence | root  | begun | ended | leaving | have left|
 * +--------+--------+----------+-------+-------+-------+---------+----------+
 * | stamp  | inner begun     | inner ended   |                              |
 * +--------+-----------------+---------------+------------------------------+
 * </pre>
 *
 * The server increments {@code sequence} whenever an entry moves to another page. A search must
 * read root and sequence consistently. When the tree grows, the server stores the new root before
 * it increments the sequence for the split. When a root is replaced by its only child, the server
 * stores the new root after it has incremented the sequence for all entries that left the old one.
 *
 * <p>{@code begun} and {@code ended} count changes of the root pointer and of pages above the
 * parents of leaves. A reader that finds both equal, then reads such pages, and then finds {@code
 * begun} unchanged, may use them until {@code begun} changes. {@code inner begun} and {@code inner
 * ended} count in the same way changes of the root pointer and of all inner pages.
 *
 * <p>{@code leaving} and {@code have left} count in the same way how often entries begin to leave a
 * page, by a move or a deletion but not by a split, and have left it. While both are equal and
 * unchanged, no entry is in two pages.
 */
public final class Anchor implements ChangeWatch {
    /** Bytes that readers by verbs read. */
    public static final int BYTES = Node.LINE;

    /** Offset of the sequence. */
    public static final int SEQUENCE = 16;

    /** Offset of the root pointer. */
    public static final int ROOT = 24;

    /** Offset of the number of departures that have begun. */
    public static final int LEAVING = 48;

    /** Offset of the number of departures that have finished. */
    public static final int HAVE_LEFT = 56;

    private static final int BEGUN = 32;
    private static final int ENDED = 40;
    private static final int INNER_BEGUN = Node.LINE + 8;
    private static final int INNER_ENDED = Node.LINE + 16;
    private static final int ABOVE_PARENTS = 2;

    private final MemorySegment memory;
    private final long offset;

    /** The anchor at a pointer, in the server's own memory or mapped. */
    public Anchor(MemorySegment memory, long pointer) {
        this.memory = memory;
        this.offset = PagePointer.offset(pointer);
    }

    /** The current sequence. */
    public long sequence() {
        return Node.acquire(memory, offset + SEQUENCE);
    }

    /** At the server: increments the sequence; returns the new value. */
    long nextSequence() {
        return Node.increment(memory, offset + SEQUENCE);
    }

    /** The current root. */
    public long root() {
        return Node.acquire(memory, offset + ROOT);
    }

    /** At the server: stores another root. */
    public void root(long pointer) {
        begins(ABOVE_PARENTS);
        Node.release(memory, offset + ROOT, pointer);
        ended(ABOVE_PARENTS);
    }

    @Override
    public void begins(int level) {
        if (level > Node.LEAF) {
            innerBegins();
            if (level >= ABOVE_PARENTS) {
                upperBegins();
            }
            SharedWords.storeFence();
        }
    }

    private void innerBegins() {
        long _ = Node.increment(memory, offset + INNER_BEGUN);
    }

    private void upperBegins() {
        long _ = Node.increment(memory, offset + BEGUN);
    }

    @Override
    public void ended(int level) {
        if (level > Node.LEAF) {
            SharedWords.storeFence();
            innerEnded();
            if (level >= ABOVE_PARENTS) {
                upperEnded();
            }
        }
    }

    /**
     * Whether a change has begun that is not counted as ended, for assertions. Other threads may
     * count meanwhile: so it reads the smaller count first.
     */
    private boolean hasBegun(int ended, int begun) {
        long before = Node.acquire(memory, offset + ended);
        return before < Node.acquire(memory, offset + begun);
    }

    private void innerEnded() {
        assert hasBegun(INNER_ENDED, INNER_BEGUN) : "ended=" + endedFrom(Node.LEAF + 1);
        long _ = Node.increment(memory, offset + INNER_ENDED);
    }

    private void upperEnded() {
        assert hasBegun(ENDED, BEGUN) : "ended=" + endedFrom(ABOVE_PARENTS);
        long _ = Node.increment(memory, offset + ENDED);
    }

    /** At the server, for a new tree: resets the counts. */
    void nothingHasChanged() {
        Node.release(memory, offset + BEGUN, 0);
        Node.release(memory, offset + ENDED, 0);
        Node.release(memory, offset + INNER_BEGUN, 0);
        Node.release(memory, offset + INNER_ENDED, 0);
        Node.release(memory, offset + LEAVING, 0);
        Node.release(memory, offset + HAVE_LEFT, 0);
    }

    /** At the server: called before it moves entries of a page or deletes an object. */
    void leaving() {
        long _ = Node.increment(memory, offset + LEAVING);
        SharedWords.storeFence();
    }

    /**
     * At the server: called after the entries have left their page. If the writer throws first, the
     * counts stay unequal and searches keep de-duplicating.
     */
    void haveLeft() {
        SharedWords.storeFence();
        assert hasBegun(HAVE_LEFT, LEAVING) : "departures=" + departures();
        long _ = Node.increment(memory, offset + HAVE_LEFT);
    }

    /** Number of departures that have begun. */
    public long departures() {
        return Node.acquire(memory, offset + LEAVING);
    }

    /** Number of departures that have finished. */
    public long finishedDepartures() {
        return Node.acquire(memory, offset + HAVE_LEFT);
    }

    /** Number of changes that have begun, of pages from a level on, 1 or 2. */
    public long begunFrom(int level) {
        return Node.acquire(memory, offset + (level >= ABOVE_PARENTS ? BEGUN : INNER_BEGUN));
    }

    /** Number of changes that have ended, of pages from a level on, 1 or 2. */
    public long endedFrom(int level) {
        return Node.acquire(memory, offset + (level >= ABOVE_PARENTS ? ENDED : INNER_ENDED));
    }
}
