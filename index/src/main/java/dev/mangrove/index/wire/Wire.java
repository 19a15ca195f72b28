package dev.mangrove.index.wire;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What all layouts are made of. Unaligned, as a message may arrive at any address. */
final class Wire {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Wire() {}

    /** A layout that is exactly so long; anything else is a mistake of ours. */
    static StructLayout struct(int bytes, MemoryLayout... fields) {
        StructLayout layout = MemoryLayout.structLayout(fields);
        if (layout.byteSize() != bytes) {
            throw new AssertionError("layout is " + layout.byteSize() + " bytes: " + layout);
        }
        return layout;
    }

    /** Access to one field; to be kept in a static final. */
    static VarHandle field(StructLayout layout, String name) {
        return layout.varHandle(PathElement.groupElement(name)).withInvokeExactBehavior();
    }
}
