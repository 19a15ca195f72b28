package dev.mangrove.index.catalogue;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;

import dev.mangrove.index.wire.AddressSpace;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The line of 64 bytes with an index's root pointer. The tree owns all words but the last.
 *
 * <pre>
 *  0       8        16                         56            64
 * +-------+--------+--------------------------+-------------+
 * | root  | keeper |  the tree's own          | generation  |
 * +-------+--------+--------------------------+-------------+
 * </pre>
 */
public final class RootSlot {
    /** Length. */
    public static final int BYTES = AddressSpace.SLOT_BYTES;

    /** The word that holds pointer, level and version of the root and changes by one CAS. */
    public static final int ROOT_OFFSET = 0;

    /** The keeper's lease: the session that holds it, and a count of renewals. */
    public static final int KEEPER_OFFSET = 8;

    /** The word that the server increments when the slot's index is dropped. */
    public static final int GENERATION_OFFSET = 56;

    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    WORD.withName("root"),
                    WORD.withName("keeper"),
                    MemoryLayout.sequenceLayout(5, WORD).withName("own"),
                    WORD.withName("generation"));
    private static final VarHandle ROOT =
            LAYOUT.varHandle(groupElement("root")).withInvokeExactBehavior();
    private static final VarHandle KEEPER =
            LAYOUT.varHandle(groupElement("keeper")).withInvokeExactBehavior();
    private static final VarHandle GENERATION =
            LAYOUT.varHandle(groupElement("generation")).withInvokeExactBehavior();

    static {
        if (LAYOUT.byteSize() != BYTES
                || LAYOUT.byteOffset(groupElement("root")) != ROOT_OFFSET
                || LAYOUT.byteOffset(groupElement("keeper")) != KEEPER_OFFSET
                || LAYOUT.byteOffset(groupElement("generation")) != GENERATION_OFFSET) {
            throw new AssertionError(LAYOUT);
        }
    }

    private RootSlot() {}

    /** The root word of a slot, or of a copy of it. */
    public static long root(MemorySegment memory, long base) {
        return (long) ROOT.get(memory, base);
    }

    /** The keeper's word of a slot, or of a copy of it. */
    public static long keeper(MemorySegment memory, long base) {
        return (long) KEEPER.get(memory, base);
    }

    /** The generation of a slot, or of a copy of it. */
    public static long generation(MemorySegment memory, long base) {
        return (long) GENERATION.get(memory, base);
    }

    /** At the server: ends the current index. */
    public static void retire(MemorySegment memory, long base) {
        long next = generation(memory, base) + 1;
        GENERATION.setVolatile(memory, base, next);
        clear(memory, base);
    }

    /**
     * At the server: clears the slot for the next index, once no client can write to it any more.
     */
    public static void clear(MemorySegment memory, long base) {
        memory.asSlice(base, GENERATION_OFFSET).fill((byte) 0);
        VarHandle.releaseFence();
    }
}
