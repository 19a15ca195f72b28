package dev.mangrove.index.bytes.client;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.bytes.direct.DirectScan;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;

/**
 * The entries of a range at one server: read in place, a leaf at a time, or asked for, as many as
 * fit a message.
 */
final class ShareScan {
    private final Supplier<Share> shares;
    private final boolean descending;
    private KeyRange left;
    private long limit;
    private @Nullable DirectScan direct;
    private int position;
    private ByteBuffer entries = ByteBuffer.allocate(0);
    private boolean begun;
    private boolean hasAsked = true;
    private boolean more = true;
    private byte[] key = {};
    private byte[] value = {};

    ShareScan(Supplier<Share> shares, KeyRange range, boolean descending, long limit) {
        this.shares = shares;
        this.left = range;
        this.descending = descending;
        this.limit = limit;
    }

    /** Goes to the next entry; false at the end. */
    boolean next() {
        if (limit == 0) {
            return false;
        }
        // Ends: each turn reads a leaf of other keys, or gets an answer with entries or the last.
        while (!hasNext()) {
            if (!more) {
                return false;
            }
            fill();
        }
        take();
        limit--;
        return true;
    }

    private boolean hasNext() {
        DirectScan read = direct;
        return entries.hasRemaining() || (read != null && position < read.count());
    }

    private void take() {
        DirectScan read = direct;
        if (read != null && position < read.count()) {
            key = read.key(position);
            value = read.value(position++);
            return;
        }
        try {
            key = new byte[entries.getInt()];
            value = new byte[entries.getInt()];
            entries.get(key).get(value);
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "an answer to a scan ends early: position="
                            + entries.position()
                            + ", bytes="
                            + entries.limit(),
                    e);
        }
        left = descending ? left.before(key) : left.after(key);
    }

    private void fill() {
        Share share = shares.get();
        DirectScan read = begun ? direct : share.scan();
        direct = read;
        if (read == null || !read(share, read)) {
            ask(share.calls());
        }
        begun = true;
    }

    /** Reads in place; false if the server has to be asked for what is left. */
    private boolean read(Share share, DirectScan read) {
        if (hasAsked) {
            read.begin(left);
            hasAsked = false;
        }
        position = 0;
        boolean known = !read.hasMore() || read.read(descending, limit);
        if (known) {
            share.confirm();
            more = read.hasMore();
        }
        left = read.left();
        return known;
    }

    private void ask(ShareCalls server) {
        hasAsked = true;
        server.scan(left, descending, limit);
        byte[] answer = server.answer();
        if (answer.length < Words.bytes(1)) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "an answer to a scan is too short: bytes="
                            + answer.length
                            + ", expected at least "
                            + Words.bytes(1));
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
