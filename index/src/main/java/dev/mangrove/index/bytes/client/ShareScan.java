package dev.mangrove.index.bytes.client;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.wire.Words;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;

/** The entries of a range at one server, which is asked for as many as fit a message. */
final class ShareScan {
    private final Supplier<ShareCalls> calls;
    private final boolean descending;
    private KeyRange left;
    private long limit;
    private ByteBuffer entries = ByteBuffer.allocate(0);
    private boolean more = true;
    private byte[] key = {};
    private byte[] value = {};

    ShareScan(Supplier<ShareCalls> calls, KeyRange range, boolean descending, long limit) {
        this.calls = calls;
        this.left = range;
        this.descending = descending;
        this.limit = limit;
    }

    /** Goes to the next entry; false at the end. */
    boolean next() {
        if (limit == 0) {
            return false;
        }
        while (!entries.hasRemaining()) {
            if (!more) {
                return false;
            }
            ask();
        }
        try {
            key = new byte[entries.getInt()];
            value = new byte[entries.getInt()];
            entries.get(key).get(value);
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "an answer to a scan ends early", e);
        }
        left = descending ? left.before(key) : left.after(key);
        limit--;
        return true;
    }

    private void ask() {
        ShareCalls server = calls.get();
        server.scan(left, descending, limit);
        byte[] answer = server.answer();
        if (answer.length < Words.bytes(1)) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "an answer to a scan is too short");
        }
        entries = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
        more = entries.getLong() == 1;
    }

    byte[] key() {
        return key;
    }

    byte[] value() {
        return value;
    }
}
