package dev.mangrove.server.request;

import java.lang.foreign.MemorySegment;

/** A long answer whose bytes exist already. */
public final class BytesSource implements AnswerSource {
    private final MemorySegment bytes;
    private final long end;
    private long position;

    public BytesSource(byte[] bytes) {
        this(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    /** Bytes that may change until they are sent. */
    public BytesSource(MemorySegment bytes, long offset, long length) {
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
    }

    @Override
    public int fill(MemorySegment memory, long offset, int capacity) {
        int length = (int) Math.min(capacity, end - position);
        MemorySegment.copy(bytes, position, memory, offset, length);
        position += length;
        return length;
    }

    @Override
    public boolean isDone() {
        return position == end;
    }
}
