package dev.mangrove.server.service;

import dev.mangrove.index.bytes.tree.EntrySink;
import dev.mangrove.index.wire.Words;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The answer to a scan: as many entries as fit one message, at least one, at most as many as were
 * asked for.
 */
final class ScanAnswer implements EntrySink {
    private static final int LENGTHS = 2 * Integer.BYTES;

    private final long most;
    private final int capacity;
    private ByteBuffer answer = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
    private long entries;

    ScanAnswer(long most, int capacity) {
        this.most = most;
        this.capacity = capacity;
        answer.position(Words.bytes(1));
    }

    @Override
    public boolean accept(byte[] key, byte[] value) {
        int more = LENGTHS + key.length + value.length;
        if (entries > 0 && answer.position() + more > capacity) {
            return false;
        }
        if (answer.remaining() < more) {
            int room = Math.max(2 * answer.capacity(), answer.position() + more);
            answer =
                    ByteBuffer.wrap(Arrays.copyOf(answer.array(), room))
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .position(answer.position());
        }
        answer.putInt(key.length).putInt(value.length).put(key).put(value);
        entries++;
        return entries < most;
    }

    /** The payload. */
    byte[] bytes(boolean more) {
        answer.putLong(0, more ? 1 : 0);
        return Arrays.copyOf(answer.array(), answer.position());
    }
}
