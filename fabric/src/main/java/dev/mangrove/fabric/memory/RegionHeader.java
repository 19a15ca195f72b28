package dev.mangrove.fabric.memory;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;

import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * First page of a region's file. The region's bytes follow it.
 *
 * <pre>
 *  0        8        16       24       32       40
 * +--------+--------+--------+--------+--------+------- ... ---+
 * | magic  | format | bootId |   id   |  key   | size          |  4096 bytes
 * +--------+--------+--------+--------+--------+------- ... ---+
 * </pre>
 */
public final class RegionHeader {
    /** Bytes before the region's own. */
    public static final long BYTES = 4096;

    /** First layout. */
    private static final long FORMAT_INITIAL = 1;

    private static final long MAGIC = 0x3130_4E47_5245_474DL; // "MGERGN01"
    private static final OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final StructLayout LAYOUT =
            structLayout(
                    WORD.withName("magic"),
                    WORD.withName("format"),
                    WORD.withName("bootId"),
                    WORD.withName("id"),
                    WORD.withName("key"),
                    WORD.withName("size"),
                    paddingLayout(BYTES - 6 * Long.BYTES));
    private static final VarHandle MAGIC_WORD = field("magic");
    private static final VarHandle FORMAT = field("format");
    private static final VarHandle BOOT_ID = field("bootId");
    private static final VarHandle ID = field("id");
    private static final VarHandle KEY = field("key");
    private static final VarHandle SIZE = field("size");

    static {
        if (LAYOUT.byteSize() != BYTES) {
            throw new AssertionError(LAYOUT);
        }
    }

    private RegionHeader() {}

    private static VarHandle field(String name) {
        return LAYOUT.varHandle(groupElement(name)).withInvokeExactBehavior();
    }

    /** Fills the header of a new file; the magic comes last. */
    static void initialize(MemorySegment file, RegionHandle handle, long bootId) {
        FORMAT.set(file, 0L, FORMAT_INITIAL);
        BOOT_ID.set(file, 0L, bootId);
        ID.set(file, 0L, (long) handle.id());
        KEY.set(file, 0L, handle.key());
        SIZE.set(file, 0L, handle.size());
        MAGIC_WORD.setRelease(file, 0L, MAGIC);
    }

    /**
     * Whether a mapped file is a region made by the given boot of its server, in a known format.
     */
    public static boolean isRegionOf(MemorySegment file, long bootId) {
        return (long) MAGIC_WORD.getAcquire(file, 0L) == MAGIC
                && (long) FORMAT.get(file, 0L) == FORMAT_INITIAL
                && (long) BOOT_ID.get(file, 0L) == bootId;
    }

    /** The handle that opens the region. */
    public static RegionHandle handle(MemorySegment file) {
        return new RegionHandle(
                (int) (long) ID.get(file, 0L),
                (long) KEY.get(file, 0L),
                (long) SIZE.get(file, 0L),
                Placement.HOST);
    }
}
