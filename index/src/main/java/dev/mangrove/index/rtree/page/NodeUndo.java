package dev.mangrove.index.rtree.page;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The words that a change of a page has overwritten, to put them back if the change breaks off. It
 * saves the words of the header that changes touch, and each slot before it is set. Only the holder
 * of the page's latch changes them, so these loads need no order and are not scheduling points of
 * the simulator. Used by one thread.
 */
final class NodeUndo {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Most changes set one slot or two. */
    private static final int FIRST_CAPACITY = 2;

    private final MemorySegment memory;
    private final NodeShape shape;
    private final int columns;
    private long base;
    private long sequence;
    private long right;
    private long moved;
    private long count;
    private int[] slots = new int[FIRST_CAPACITY];
    private long[] fields;
    private int size;

    NodeUndo(MemorySegment memory, NodeShape shape) {
        this.memory = memory;
        this.shape = shape;
        this.columns = shape.groupBytes() / Node.LINE;
        this.fields = new long[FIRST_CAPACITY * columns];
    }

    /** Starts with the page at an offset, whose header it saves. */
    void begin(long offset) {
        base = offset;
        size = 0;
        sequence = memory.get(WORD, offset + Node.SEQUENCE);
        right = memory.get(WORD, offset + Node.RIGHT);
        moved = memory.get(WORD, offset + Node.MOVED);
        count = memory.get(WORD, offset + Node.COUNT);
    }

    /** Saves a slot, which is about to be set. */
    void save(int slot) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, 2 * size);
            fields = Arrays.copyOf(fields, 2 * size * columns);
        }
        long at = base + shape.slot(slot);
        for (int column = 0; column < columns; column++) {
            fields[size * columns + column] = memory.get(WORD, at + (long) column * Node.LINE);
        }
        slots[size++] = slot;
    }

    /** Puts everything back, the last slot first, as one may have been set twice. */
    void restore() {
        for (; size > 0; size--) {
            long at = base + shape.slot(slots[size - 1]);
            for (int column = 0; column < columns; column++) {
                Node.word(
                        memory,
                        at + (long) column * Node.LINE,
                        fields[(size - 1) * columns + column]);
            }
        }
        Node.word(memory, base + Node.SEQUENCE, sequence);
        Node.word(memory, base + Node.RIGHT, right);
        Node.word(memory, base + Node.MOVED, moved);
        Node.word(memory, base + Node.COUNT, count);
    }
}
