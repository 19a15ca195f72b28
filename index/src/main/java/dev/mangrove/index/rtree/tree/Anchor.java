package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.ChangeWatch;
import dev.mangrove.index.rtree.page.Node;

import java.lang.foreign.MemorySegment;

/**
 * The line where a tree starts, in a page of its own. Only the server changes it.
 *
 * <pre>
 *  0        8        16         24      32      40      48        56         64
 * +--------+--------+----------+-------+-------+-------+---------+----------+
 * | stamp  |        | sequence | root  | begun | ended | leaving | have left|
 * +--------+--------+----------+-------+-------+-------+---------+----------+
 * </pre>
 *
 * The sequence counts moments after which something cannot be found any more where it was. Who
 * searches must have read root and sequence at one moment. A root that grows is stored before the
 * sequence of the split that made it, and one that gives way to its child after the sequence of all
 * that has left it.
 *
 * <p>Changes of pages above the parents of leaves, and of the root, are counted when they begin and
 * when they have ended. Who finds both numbers equal, then looks at such pages, and then finds that
 * none has begun, knows what they are until the next one begins.
 *
 * <p>In the same way it is counted when entries begin to leave a page, for elsewhere or for good,
 * and when they have left, splits aside. While none begins, nothing can be met at two places.
 */
public final class Anchor implements ChangeWatch {
    /** Bytes of the part that matters. */
    public static final int BYTES = Node.LINE;

    /** Where the sequence is. */
    public static final int SEQUENCE = 16;

    /** Where the pointer to the root is. */
    public static final int ROOT = 24;

    private static final int BEGUN = 32;
    private static final int ENDED = 40;
    private static final int LEAVING = 48;
    private static final int HAVE_LEFT = 56;
    private static final int LOWEST_COUNTED = 2;

    private final MemorySegment memory;
    private final long offset;

    /** The anchor at a pointer, in the server's own memory or mapped. */
    public Anchor(MemorySegment memory, long pointer) {
        this.memory = memory;
        this.offset = Address.offset(PagePointer.address(pointer));
    }

    /** The last moment. */
    public long sequence() {
        return Node.acquire(memory, offset + SEQUENCE);
    }

    /** At the server: the next moment, which is now. */
    long nextSequence() {
        return Node.increment(memory, offset + SEQUENCE);
    }

    /** The root, as it is now. */
    public long root() {
        return Node.acquire(memory, offset + ROOT);
    }

    /** At the server: another root. */
    public void root(long pointer) {
        begins(LOWEST_COUNTED);
        Node.release(memory, offset + ROOT, pointer);
        ended(LOWEST_COUNTED);
    }

    @Override
    public void begins(int level) {
        if (level >= LOWEST_COUNTED) {
            long _ = Node.increment(memory, offset + BEGUN);
            SharedWords.storeFence();
        }
    }

    @Override
    public void ended(int level) {
        if (level >= LOWEST_COUNTED) {
            SharedWords.storeFence();
            long _ = Node.increment(memory, offset + ENDED);
        }
    }

    /** At the server, once: nothing has left yet, whatever this memory was before. */
    void nothingHasLeft() {
        Node.release(memory, offset + LEAVING, 0);
        Node.release(memory, offset + HAVE_LEFT, 0);
    }

    /** At the server: before entries of a page are put in elsewhere, or an object is deleted. */
    void leaving() {
        long _ = Node.increment(memory, offset + LEAVING);
        SharedWords.storeFence();
    }

    /**
     * At the server: the entries are no more where they were. If that fails, it is never said, and
     * searches go on to look out for what is at two places.
     */
    void haveLeft() {
        SharedWords.storeFence();
        long _ = Node.increment(memory, offset + HAVE_LEFT);
    }

    /** How many times entries have begun to leave a page. */
    public long departures() {
        return Node.acquire(memory, offset + LEAVING);
    }

    /** How many times they have left. */
    public long finishedDepartures() {
        return Node.acquire(memory, offset + HAVE_LEFT);
    }

    /** How many changes of upper pages have begun. */
    public long begun() {
        return Node.acquire(memory, offset + BEGUN);
    }

    /** How many changes of upper pages have ended. */
    public long ended() {
        return Node.acquire(memory, offset + ENDED);
    }
}
