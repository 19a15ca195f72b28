package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds a payload, value by value, in memory that grows. Not for the hot path. */
public final class WireWriter {
    private static final int LONGEST_TEXT = 0xFFFF;

    private byte[] bytes = new byte[256];
    private int length;

    /** Starts an empty payload. */
    public WireWriter() {}

    /** Adds a 32-bit number. */
    public WireWriter putInt(int value) {
        int at = grow(Integer.BYTES);
        MemorySegment.ofArray(bytes).set(Wire.INT, at, value);
        return this;
    }

    /** Adds a 64-bit number. */
    public WireWriter putLong(long value) {
        int at = grow(Long.BYTES);
        MemorySegment.ofArray(bytes).set(Wire.LONG, at, value);
        return this;
    }

    /** Adds a double. */
    public WireWriter putDouble(double value) {
        int at = grow(Double.BYTES);
        MemorySegment.ofArray(bytes).set(Wire.DOUBLE, at, value);
        return this;
    }

    /** Adds a boolean. */
    public WireWriter putBoolean(boolean value) {
        int at = grow(1);
        bytes[at] = (byte) (value ? 1 : 0);
        return this;
    }

    /** Adds a text of at most 65535 bytes. */
    public WireWriter putText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > LONGEST_TEXT) {
            throw new IllegalArgumentException("text too long: bytes=" + utf8.length);
        }
        int at = grow(Short.BYTES);
        MemorySegment.ofArray(bytes).set(Wire.SHORT, at, (short) utf8.length);
        int from = grow(utf8.length);
        System.arraycopy(utf8, 0, bytes, from, utf8.length);
        return this;
    }

    /** A copy of the payload. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private int grow(int more) {
        int at = length;
        length = Math.addExact(length, more);
        if (length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length, bytes.length * 2));
        }
        return at;
    }
}
