package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Parses a payload, value by value. Every step is checked against the end of the payload; the
 * memory must be private to the reader.
 */
public final class WireReader {
    private final MemorySegment memory;
    private final long end;
    private long position;

    /** Reads {@code length} bytes from {@code offset}. */
    public WireReader(MemorySegment memory, long offset, long length) {
        this.memory = memory;
        this.position = offset;
        this.end = offset + length;
    }

    /** Next 32-bit number. */
    public int getInt() {
        return memory.get(Wire.INT, take(Integer.BYTES));
    }

    /** Next 64-bit number. */
    public long getLong() {
        return memory.get(Wire.LONG, take(Long.BYTES));
    }

    /** Next double. */
    public double getDouble() {
        return memory.get(Wire.DOUBLE, take(Double.BYTES));
    }

    /** Next boolean. */
    public boolean getBoolean() {
        return memory.get(Wire.BYTE, take(1)) != 0;
    }

    /** Next text. */
    public String getText() {
        int length = Short.toUnsignedInt(memory.get(Wire.SHORT, take(Short.BYTES)));
        byte[] bytes = new byte[length];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, take(length), bytes, 0, length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedException("text is not UTF-8");
        }
    }

    /** Next number of things, each at least {@code least} bytes long. */
    public int getCount(int least) {
        int count = getInt();
        if (count < 0 || count > (end - position) / least) {
            throw new MalformedException("count exceeds the message: count=" + count);
        }
        return count;
    }

    /** Checks that the payload ends here. */
    public void end() {
        if (position != end) {
            throw new MalformedException("bytes left over: bytes=" + (end - position));
        }
    }

    private long take(int bytes) {
        if (bytes > end - position) {
            throw new MalformedException(
                    "message ends early: needed=" + bytes + ", left=" + (end - position));
        }
        long at = position;
        position += bytes;
        return at;
    }
}
