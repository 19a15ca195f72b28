package dev.mangrove.index.bytes.tree;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Counters as values: 64 bits in 8 bytes, the lowest first. */
public final class Counters {
    private Counters() {}

    /** The value of a counter. */
    public static byte[] bytes(long count) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(count)
                .array();
    }

    /**
     * The counter in a value.
     *
     * @throws IllegalArgumentException if the value has another length
     */
    public static long of(byte[] value) {
        if (value.length != Long.BYTES) {
            throw new IllegalArgumentException(
                    "a counter has 8 bytes, this value is none: length=" + value.length);
        }
        return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }
}
