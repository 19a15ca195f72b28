package dev.mangrove.index.rtree.page;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;

/**
 * A read of one page, from a private copy or from the page's own memory. What was read in place may
 * be used only if {@link #isValid} returns true afterwards. Used by one thread.
 */
public final class NodeView {
    private final NodeShape shape;
    private final int tag;
    private MemorySegment memory = MemorySegment.NULL;
    private long base;
    private long pointer;
    private long stamp;
    private boolean stable;
    private int count;
    private int level;
    private boolean splitting;
    private long sequence;
    private long right;
    private long moved;

    /** Creates a view of pages of one tree. */
    public NodeView(NodeShape shape, int tag) {
        this.shape = shape;
        this.tag = tag;
    }

    /** Shows a page in place. */
    public NodeState inPlace(MemorySegment where, long offset, long at) {
        return look(where, offset, at, false);
    }

    /** Shows a private copy, or a page whose latch the caller holds. */
    public NodeState stable(MemorySegment where, long offset, long at) {
        return look(where, offset, at, true);
    }

    private NodeState look(MemorySegment where, long offset, long at, boolean fixed) {
        memory = where;
        base = offset;
        pointer = at;
        stable = fixed;
        stamp = Node.acquire(where, offset);
        if (NodeStamp.generation(stamp) != PagePointer.generation(at) || NodeStamp.isDead(stamp)) {
            return NodeState.STALE;
        }
        if (NodeStamp.isBusy(stamp)) {
            return NodeState.BUSY;
        }
        return header(where, offset);
    }

    private NodeState header(MemorySegment where, long offset) {
        long kind = Node.word(where, offset + Node.KIND);
        long entries = Node.word(where, offset + Node.COUNT);
        count = Math.min((int) entries & 0xFF, shape.fanout());
        splitting = (entries & Node.SPLITTING) != 0;
        level = Node.level(kind);
        sequence = Node.word(where, offset + Node.SEQUENCE);
        right = Node.word(where, offset + Node.RIGHT);
        moved = Node.word(where, offset + Node.MOVED);
        return Node.isNode(kind, tag) ? NodeState.GOOD : NodeState.STALE;
    }

    /** Whether everything read since {@link #inPlace} is valid. */
    public boolean isValid() {
        if (stable) {
            return true;
        }
        SharedWords.acquireFence();
        return Node.word(memory, base) == stamp;
    }

    /** Prefetches the lines that a search reads first. The result only keeps the loads alive. */
    public long fetch(MemorySegment where, long offset) {
        long any = 0;
        for (int line = 0; line < shape.firstGroup(); line += Node.LINE) {
            any ^= Node.word(where, offset + line);
        }
        return any;
    }

    /** Pointer to the page. */
    public long pointer() {
        return pointer;
    }

    /** Its memory. */
    public MemorySegment memory() {
        return memory;
    }

    /** Offset of the page in its memory. */
    public long base() {
        return base;
    }

    /** Entries. */
    public int count() {
        return count;
    }

    /** Level, 0 for leaves. */
    public int level() {
        return level;
    }

    /** Sequence of its last split. */
    public long sequence() {
        return sequence;
    }

    /** The page that took entries of this one when it was last split. */
    public long right() {
        return right;
    }

    /** Sequence of the last move of entries to other pages, splits aside. */
    public long moved() {
        return moved;
    }

    /** Whether it has been split and its parent does not have the right page's entry yet. */
    public boolean isSplitting() {
        return splitting;
    }

    /** Reference in a slot. */
    public long reference(int slot) {
        return Node.word(memory, base + shape.reference(slot));
    }

    /** Left border in a slot. */
    public double minX(int slot) {
        return Node.number(memory, base + shape.slot(slot));
    }

    /** Lower border in a slot. */
    public double minY(int slot) {
        return Node.number(memory, base + shape.minY(slot));
    }

    /** Right border in a slot. */
    public double maxX(int slot) {
        return Node.number(memory, base + shape.maxX(slot));
    }

    /** Upper border in a slot. */
    public double maxY(int slot) {
        return Node.number(memory, base + shape.maxY(slot));
    }

    /** Key in a slot, 0 in trees without keys. */
    public long key(int slot) {
        return shape.keyed() ? Node.word(memory, base + shape.key(slot)) : 0;
    }

    /** The slot of a reference, or {@link Node#NONE}. */
    public int find(long reference) {
        long line = base + shape.reference(0);
        for (int first = 0; first < count; first += Node.SLOTS) {
            int end = Math.min(Node.SLOTS, count - first);
            for (int i = 0; i < end; i++) {
                if (Node.word(memory, line + (long) i * Long.BYTES) == reference) {
                    return first + i;
                }
            }
            line += shape.groupBytes();
        }
        return Node.NONE;
    }

    /**
     * The slot of the smallest entry that holds a box, or {@link Node#NONE}.
     *
     * @param except a reference that must not be chosen
     */
    public int smallestHolder(Box box, long except) {
        int column = shape.summaryBytes();
        long line = base + Node.LINE;
        int best = Node.NONE;
        for (int first = 0; first < shape.groups(); first += Node.SLOTS) {
            int bits = holders(line, column, box);
            for (; bits != 0; bits &= bits - 1) {
                int group = first + Integer.numberOfTrailingZeros(bits);
                if (group < shape.groups()) {
                    best = smallestHolder(box, except, group, best);
                }
            }
            line += Node.LINE;
        }
        return best;
    }

    private int smallestHolder(Box box, long except, int group, int before) {
        int best = before;
        int slot = group * Node.SLOTS;
        int there = Math.max(0, Math.min(Node.SLOTS, count - slot));
        int bits =
                holders(
                                base + shape.firstGroup() + (long) group * shape.groupBytes(),
                                Node.LINE,
                                box)
                        & ((1 << there) - 1);
        for (; bits != 0; bits &= bits - 1) {
            int each = slot + Integer.numberOfTrailingZeros(bits);
            if (reference(each) != except && (best == Node.NONE || isSmaller(each, best))) {
                best = each;
            }
        }
        return best;
    }

    /** Which of seven rectangles, whose borders are a column apart, hold a box. */
    private int holders(long line, int column, Box box) {
        return Node.between(memory, line, line + column, box.minX, box.maxX)
                & Node.between(memory, line + 2L * column, line + 3L * column, box.minY, box.maxY);
    }

    private boolean isSmaller(int slot, int other) {
        return AreaOrder.isLess(
                maxX(slot) - minX(slot),
                maxY(slot) - minY(slot),
                maxX(other) - minX(other),
                maxY(other) - minY(other));
    }

    /**
     * The slot of the smallest key that is not below one, or else of the largest key; {@link
     * Node#NONE} in a page without entries.
     */
    public int nextKey(long from) {
        long line = base + shape.key(0);
        int next = Node.NONE;
        long nextKey = 0;
        int last = Node.NONE;
        long lastKey = 0;
        for (int first = 0; first < count; first += Node.SLOTS) {
            int end = Math.min(Node.SLOTS, count - first);
            for (int i = 0; i < end; i++) {
                long key = Node.word(memory, line + (long) i * Long.BYTES);
                if (key >= from && (next == Node.NONE || key < nextKey)) {
                    next = first + i;
                    nextKey = key;
                }
                if (last == Node.NONE || key > lastKey) {
                    last = first + i;
                    lastKey = key;
                }
            }
            line += shape.groupBytes();
        }
        return next != Node.NONE ? next : last;
    }

    /** Enlarges a box to hold all entries: by the bounds of groups, except where keys count. */
    void addTo(Box box) {
        if (shape.keyed()) {
            addEntriesTo(box);
            return;
        }
        int column = shape.summaryBytes();
        for (int group = 0; group * Node.SLOTS < count; group++) {
            long at = base + shape.group(group);
            box.add(
                    Node.number(memory, at),
                    Node.number(memory, at + 2L * column),
                    Node.number(memory, at + column),
                    Node.number(memory, at + 3L * column),
                    0);
        }
    }

    private void addEntriesTo(Box box) {
        long line = base + shape.slot(0);
        for (int first = 0; first < count; first += Node.SLOTS) {
            int end = Math.min(Node.SLOTS, count - first);
            for (int i = 0; i < end; i++) {
                long at = line + (long) i * Long.BYTES;
                box.add(
                        Node.number(memory, at),
                        Node.number(memory, at + 2L * Node.LINE),
                        Node.number(memory, at + Node.LINE),
                        Node.number(memory, at + 3L * Node.LINE),
                        Node.word(memory, at + 5L * Node.LINE));
            }
            line += shape.groupBytes();
        }
    }

    /** Adds all entries to a block. */
    public void copyTo(EntryBlock block) {
        long line = base + shape.slot(0);
        for (int first = 0; first < count; first += Node.SLOTS) {
            int end = Math.min(Node.SLOTS, count - first);
            for (int i = 0; i < end; i++) {
                long at = line + (long) i * Long.BYTES;
                block.add(
                        Node.number(memory, at),
                        Node.number(memory, at + 2L * Node.LINE),
                        Node.number(memory, at + Node.LINE),
                        Node.number(memory, at + 3L * Node.LINE),
                        Node.word(memory, at + 4L * Node.LINE),
                        shape.keyed() ? Node.word(memory, at + 5L * Node.LINE) : 0);
            }
            line += shape.groupBytes();
        }
    }
}
