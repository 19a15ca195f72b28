package dev.mangrove.index.bytes.client;

import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.page.bytes.Extent;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A bulk load into all shares: sends entries to their servers in order, then ends all loads. */
final class BytesLoad {
    /** Bytes that are collected for a server. Chosen: most fit one message. */
    private static final int AT_ONCE = 30 << 10;

    private final BytesShares shares;
    private final double fill;
    private final List<ByteBuffer> collected = new ArrayList<>();

    BytesLoad(BytesShares shares, double fill) {
        this.shares = shares;
        this.fill = fill;
        for (int share = 0; share < shares.count(); share++) {
            collected.add(ByteBuffer.allocate(AT_ONCE).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    long run(BytesEntries sorted) {
        try {
            sendAll(sorted);
            for (int share = 0; share < shares.count(); share++) {
                send(share);
            }
        } catch (RuntimeException | Error e) {
            abandon(e);
            throw e;
        }
        long loaded = 0;
        for (int share = 0; share < shares.count(); share++) {
            loaded += end(share);
        }
        return loaded;
    }

    /** If the load of a share fails, those of the shares behind it are abandoned. */
    private long end(int share) {
        try {
            return shares.get(share).calls().endLoad(true);
        } catch (RuntimeException e) {
            abandon(e);
            throw e;
        }
    }

    private void sendAll(BytesEntries sorted) {
        byte @Nullable [] before = null;
        while (sorted.next()) {
            byte[] key = sorted.key().clone();
            byte[] value = sorted.value();
            check(before, key, value);
            add(shares.numberOf(key), key, value);
            before = key;
        }
    }

    private static void check(byte @Nullable [] before, byte[] key, byte[] value) {
        ByteKeys.check(key);
        if (value.length > Extent.LONGEST) {
            throw new IllegalArgumentException(
                    "a value has at most " + Extent.LONGEST + " bytes: length=" + value.length);
        }
        if (before != null && Arrays.compareUnsigned(before, key) >= 0) {
            throw new IllegalArgumentException(
                    "keys of a bulk load ascend: sort them, "
                            + ByteKeys.text(key)
                            + " comes after "
                            + ByteKeys.text(before));
        }
    }

    private void add(int share, byte[] key, byte[] value) {
        int bytes = 2 * Integer.BYTES + key.length + value.length;
        if (collected.get(share).remaining() < bytes) {
            send(share);
        }
        if (bytes > AT_ONCE) {
            ByteBuffer alone = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            put(alone, key, value);
            shares.get(share).calls().loadSome(alone.array(), fill);
        } else {
            put(collected.get(share), key, value);
        }
    }

    private static void put(ByteBuffer to, byte[] key, byte[] value) {
        to.putInt(key.length).putInt(value.length).put(key).put(value);
    }

    private void send(int share) {
        ByteBuffer entries = collected.get(share);
        if (entries.position() > 0) {
            byte[] some = new byte[entries.position()];
            entries.flip().get(some);
            entries.clear();
            shares.get(share).calls().loadSome(some, fill);
        }
    }

    /** Tells all servers to free what was loaded; ignores a failure of these requests. */
    private void abandon(Throwable cause) {
        for (int share = 0; share < shares.count(); share++) {
            try {
                long _ = shares.get(share).calls().endLoad(false);
            } catch (RuntimeException e) {
                cause.addSuppressed(e);
            }
        }
    }
}
