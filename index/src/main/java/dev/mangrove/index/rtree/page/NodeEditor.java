package dev.mangrove.index.rtree.page;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;

/**
 * Changes a page in its server's memory, whose latch the caller holds: {@link #begin} names the
 * slots that will change, {@link #commit} makes the change visible at once. After an exception in
 * between, {@link #abort} puts the page back as it was. Used by one thread.
 */
public final class NodeEditor {
    private static final long FREE = 0;
    private static final long HELD = 1;

    private final MemorySegment memory;
    private final NodeShape shape;
    private final int tag;
    private final ChangeWatch watch;
    private final Box box = new Box();
    private final NodeUndo undo;
    private State state = State.IDLE;
    private long base;
    private long stamp;
    private int level;
    private int firstGroup;
    private int endGroup;

    /** How far a change has come. */
    private enum State {
        /** No published page is being changed. */
        IDLE,
        /** Stamps are BUSY; the change can still be undone. */
        EDITING,
        /** New stamps are being stored; the change can only be completed. */
        PUBLISHING
    }

    /** Changes pages of one tree. */
    public NodeEditor(MemorySegment memory, NodeShape shape, int tag, ChangeWatch watch) {
        this.memory = memory;
        this.shape = shape;
        this.tag = tag;
        this.watch = watch;
        this.undo = new NodeUndo(memory, shape);
    }

    /** Acquires a page's latch if it is free; whether it did. */
    public boolean tryLatch(long offset) {
        return Node.word(memory, offset + Node.LATCH) == FREE
                && Node.swap(memory, offset + Node.LATCH, FREE, HELD);
    }

    /** Releases a page's latch, after all loads and stores that the latch protects. */
    public void unlatch(long offset) {
        Node.release(memory, offset + Node.LATCH, FREE);
    }

    /**
     * Starts a change of the header and of the slots from one up to, but not including, another.
     */
    public NodeEditor begin(long offset, int from, int to) {
        base = offset;
        stamp = Node.word(memory, offset);
        assert mayBegin(from, to) : from + " to " + to + ", " + this;
        level = Node.level(Node.word(memory, offset + Node.KIND));
        firstGroup = from / Node.SLOTS;
        endGroup = from < to ? (to - 1) / Node.SLOTS + 1 : firstGroup;
        watch.begins(level);
        undo.begin(offset);
        state = State.EDITING;
        long busy = NodeStamp.busy(stamp);
        Node.word(memory, offset, busy);
        if (from < to) {
            for (int line = Node.LINE; line < shape.firstGroup(); line += Node.LINE) {
                Node.word(memory, offset + line, busy);
            }
            int end = shape.firstGroup() + endGroup * shape.groupBytes();
            int line = shape.firstGroup() + firstGroup * shape.groupBytes();
            for (; line < end; line += Node.LINE) {
                Node.word(memory, offset + line, busy);
            }
        }
        SharedWords.storeFence();
        return this;
    }

    /** Ends a change. */
    public void commit() {
        assert state != State.IDLE : "no change has begun";
        state = State.PUBLISHING;
        publish();
        state = State.IDLE;
        watch.ended(level);
    }

    /**
     * After an exception: takes back a change that has begun, or completes it if its new stamps may
     * be visible already, so that no reader waits for its end. No effect between changes.
     */
    public void abort() {
        if (state == State.EDITING) {
            undo.restore();
        }
        if (state != State.IDLE) {
            commit();
        }
    }

    private void publish() {
        long next = NodeStamp.next(stamp);
        for (int group = firstGroup; group < endGroup; group++) {
            summarise(group);
        }
        SharedWords.storeFence();
        int end = shape.pageSize();
        for (int line = Node.LINE; line < end; line += Node.LINE) {
            Node.word(memory, base + line, next);
        }
        Node.release(memory, base, next);
    }

    /** Stores the bounds of a group; an empty group gets bounds that intersect no window. */
    private void summarise(int group) {
        int entries = (int) Node.word(memory, base + Node.COUNT);
        int end = Math.min(entries, (group + 1) * Node.SLOTS);
        box.clear();
        for (int slot = group * Node.SLOTS; slot < end; slot++) {
            box.add(
                    Node.number(memory, base + shape.slot(slot)),
                    Node.number(memory, base + shape.minY(slot)),
                    Node.number(memory, base + shape.maxX(slot)),
                    Node.number(memory, base + shape.maxY(slot)),
                    0);
        }
        long at = base + shape.group(group);
        Node.number(memory, at, box.minX);
        Node.number(memory, at + shape.summaryBytes(), box.maxX);
        Node.number(memory, at + 2L * shape.summaryBytes(), box.minY);
        Node.number(memory, at + 3L * shape.summaryBytes(), box.maxY);
    }

    /**
     * Marks a page as dead, and all its lines as BUSY: a READ that fetched the header before must
     * not take lines of the page's next use for lines of this one.
     */
    public void kill(long offset) {
        begin(offset, 0, shape.fanout());
        Node.release(memory, base, NodeStamp.next(stamp) | NodeStamp.DEAD);
        state = State.IDLE;
        watch.ended(level);
    }

    /** Sets an entry. */
    public NodeEditor entry(
            int slot, double minX, double minY, double maxX, double maxY, long ref, long key) {
        assert isBegun(slot) : "slot is not one that was begun: slot=" + slot;
        assert minX <= maxX && minY <= maxY
                : "rectangle: " + minX + " " + minY + " " + maxX + " " + maxY;
        assert level == Node.LEAF || ref != PagePointer.NULL : "null child in slot " + slot;
        saveForUndo(slot);
        Node.number(memory, base + shape.slot(slot), minX);
        Node.number(memory, base + shape.minY(slot), minY);
        Node.number(memory, base + shape.maxX(slot), maxX);
        Node.number(memory, base + shape.maxY(slot), maxY);
        Node.word(memory, base + shape.reference(slot), ref);
        if (shape.keyed()) {
            Node.word(memory, base + shape.key(slot), key);
        }
        return this;
    }

    /** Apart from {@link #begin}, which would else be too long to be inlined. */
    private boolean mayBegin(int from, int to) {
        boolean free = !NodeStamp.isBusy(stamp) && !NodeStamp.isDead(stamp);
        boolean range = from >= 0 && from <= to && to <= shape.fanout();
        return state != State.PUBLISHING && free && range;
    }

    @Override
    public String toString() {
        return state + " at " + base + ", stamp=" + Long.toHexString(stamp);
    }

    /** Whether the lines of a slot have been marked. */
    private boolean isBegun(int slot) {
        int group = slot / Node.SLOTS;
        return slot < shape.fanout() && group >= firstGroup && group < endGroup;
    }

    private void saveForUndo(int slot) {
        if (state == State.EDITING) {
            undo.save(slot);
        }
    }

    /** Sets an entry of a child. */
    public NodeEditor entry(int slot, Box box, long reference) {
        return entry(slot, box.minX, box.minY, box.maxX, box.maxY, reference, box.key);
    }

    /** Sets an entry to one of a block. */
    public NodeEditor entry(int slot, EntryBlock block, int i) {
        return entry(
                slot,
                block.minX(i),
                block.minY(i),
                block.maxX(i),
                block.maxY(i),
                block.reference(i),
                block.key(i));
    }

    /** Sets entries from the first on, and their number. */
    public NodeEditor entries(EntryBlock block) {
        for (int i = 0; i < block.size(); i++) {
            entry(i, block, i);
        }
        return count(block.size());
    }

    /** Copies the entry of one slot to another. */
    public NodeEditor copy(int from, int to) {
        assert isBegun(to) && from != to : from + " to " + to;
        saveForUndo(to);
        long source = base + shape.slot(from);
        long target = base + shape.slot(to);
        for (int field = 0; field < shape.groupBytes(); field += Node.LINE) {
            Node.word(memory, target + field, Node.word(memory, source + field));
        }
        return this;
    }

    /** Sets the number of entries; keeps SPLITTING. */
    public NodeEditor count(int entries) {
        assert entries >= 0 && entries <= shape.fanout() : entries;
        long flags = Node.word(memory, base + Node.COUNT) & Node.SPLITTING;
        Node.word(memory, base + Node.COUNT, flags | entries);
        return this;
    }

    /** Sets the right link and marks the page SPLITTING. */
    public NodeEditor splitTo(long right) {
        assert right != PagePointer.NULL;
        Node.word(memory, base + Node.RIGHT, right);
        long count = Node.word(memory, base + Node.COUNT);
        Node.word(memory, base + Node.COUNT, count | Node.SPLITTING);
        return this;
    }

    /**
     * Stores the sequence of the split and clears SPLITTING, once the parent has the right page's
     * entry.
     */
    public NodeEditor posted(long sequence) {
        Node.word(memory, base + Node.SEQUENCE, sequence);
        long count = Node.word(memory, base + Node.COUNT);
        Node.word(memory, base + Node.COUNT, count & ~Node.SPLITTING);
        return this;
    }

    /** Stores the sequence at which entries were moved from the page. */
    public NodeEditor moved(long sequence) {
        assert sequence >= 0 : sequence;
        Node.word(memory, base + Node.MOVED, sequence);
        return this;
    }

    /**
     * Takes over a child's {@code moved} if it is larger, because not every search reaches the
     * child from now on.
     */
    public NodeEditor hides(long sequence) {
        long known = Node.word(memory, base + Node.MOVED);
        return moved(Math.max(known, sequence));
    }

    /**
     * Writes an unpublished page.
     *
     * @param like the page whose sequence and right link it inherits, or null
     */
    public void create(
            long offset,
            long pointer,
            int newLevel,
            EntryBlock block,
            @org.jspecify.annotations.Nullable NodeView like,
            boolean latched) {
        assert pointer != PagePointer.NULL && newLevel >= 0 && newLevel <= Node.ANCHOR : newLevel;
        assert block.size() <= shape.fanout() : block.size();
        state = State.IDLE;
        level = newLevel;
        base = offset;
        stamp = NodeStamp.busy(NodeStamp.first(PagePointer.generation(pointer)));
        Node.word(memory, base, stamp);
        SharedWords.storeFence();
        Node.word(memory, base + Node.KIND, Node.kind(tag, newLevel));
        Node.word(memory, base + Node.SEQUENCE, like == null ? 0 : like.sequence());
        Node.word(memory, base + Node.RIGHT, like == null ? PagePointer.NULL : like.right());
        Node.word(memory, base + Node.MOVED, like == null ? 0 : like.moved());
        Node.word(memory, base + Node.LATCH, latched ? HELD : FREE);
        Node.word(memory, base + Node.COUNT, 0);
        Node.word(memory, base + Node.PARENT, PagePointer.NULL);
        firstGroup = 0;
        endGroup = shape.groups();
        entries(block);
        publish();
    }
}
