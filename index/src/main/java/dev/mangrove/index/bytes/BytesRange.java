package dev.mangrove.index.bytes;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/**
 * A range of keys, with a direction and a limit. Immutable.
 *
 * <pre>{@code
 * BytesRange.prefix("user:".getBytes(UTF_8)).reversed().limit(10)
 * }</pre>
 */
public final class BytesRange {
    private static final BytesRange ALL =
            new BytesRange(null, true, null, false, false, Long.MAX_VALUE);

    private final byte @Nullable [] from;
    private final boolean fromIncluded;
    private final byte @Nullable [] to;
    private final boolean toIncluded;
    private final boolean descending;
    private final long limit;

    private BytesRange(
            byte @Nullable [] from,
            boolean fromIncluded,
            byte @Nullable [] to,
            boolean toIncluded,
            boolean descending,
            long limit) {
        this.from = from;
        this.fromIncluded = fromIncluded;
        this.to = to;
        this.toIncluded = toIncluded;
        this.descending = descending;
        this.limit = limit;
    }

    /** All keys. */
    public static BytesRange all() {
        return ALL;
    }

    /** Keys from one, included, to another, excluded. */
    public static BytesRange between(byte[] from, byte[] to) {
        return ALL.from(from, true).to(to, false);
    }

    /** Keys that start with a prefix; an empty prefix means all keys. */
    public static BytesRange prefix(byte[] prefix) {
        BytesRange start = ALL.from(prefix, true);
        int last = prefix.length - 1;
        while (last >= 0 && prefix[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            return start; // No key is above all keys that start with bytes FF.
        }
        byte[] end = Arrays.copyOf(prefix, last + 1);
        end[last]++;
        return start.to(end, false);
    }

    /** With another lower end; it may be shorter or longer than a key. */
    public BytesRange from(byte[] key, boolean included) {
        Objects.requireNonNull(key, "key");
        return new BytesRange(key.clone(), included, to, toIncluded, descending, limit);
    }

    /** With another upper end; it may be shorter or longer than a key. */
    public BytesRange to(byte[] key, boolean included) {
        Objects.requireNonNull(key, "key");
        return new BytesRange(from, fromIncluded, key.clone(), included, descending, limit);
    }

    /** In the other direction. */
    public BytesRange reversed() {
        return new BytesRange(from, fromIncluded, to, toIncluded, !descending, limit);
    }

    /** With at most so many entries. */
    public BytesRange limit(long most) {
        if (most < 0) {
            throw new IllegalArgumentException("the limit is not negative: limit=" + most);
        }
        return new BytesRange(from, fromIncluded, to, toIncluded, descending, most);
    }

    /** The lower end; null if there is none. */
    public byte @Nullable [] from() {
        return from == null ? null : from.clone();
    }

    /** Whether the lower end belongs to the range. */
    public boolean isFromIncluded() {
        return fromIncluded;
    }

    /** The upper end; null if there is none. */
    public byte @Nullable [] to() {
        return to == null ? null : to.clone();
    }

    /** Whether the upper end belongs to the range. */
    public boolean isToIncluded() {
        return toIncluded;
    }

    /** Whether the largest key comes first. */
    public boolean isDescending() {
        return descending;
    }

    /** Most entries. */
    public long limit() {
        return limit;
    }
}
