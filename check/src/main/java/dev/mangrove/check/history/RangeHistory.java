package dev.mangrove.check.history;

import java.util.Arrays;
import java.util.Objects;

/**
 * The ranges that clients read, with their results, in columns. Appending allocates nothing while
 * the capacity lasts. Not thread-safe; merge with {@link #addAll}.
 */
public final class RangeHistory {
    /** The limit of a range that has none. */
    public static final int NO_LIMIT = Integer.MAX_VALUE;

    private int size;
    private int[] clients;
    private long[] lows;
    private long[] highs;
    private boolean[] descending;
    private int[] limits;
    private long[] invoked;
    private long[] responded;

    /** The entries of range {@code i} end at {@code ends[i]}, where those of the next begin. */
    private int[] ends;

    private int entryCount;
    private long[] keys;
    private long[] values;

    /** Creates a history with room for {@code ranges} ranges of {@code entries} entries in all. */
    public RangeHistory(int ranges, int entries) {
        int room = Math.max(ranges, 16);
        clients = new int[room];
        lows = new long[room];
        highs = new long[room];
        descending = new boolean[room];
        limits = new int[room];
        invoked = new long[room];
        responded = new long[room];
        ends = new int[room];
        keys = new long[Math.max(entries, 16)];
        values = new long[keys.length];
    }

    /**
     * Records one entry of the range that the next {@link #ascending} or {@link #descending} call
     * completes, in the order in which the range returns them.
     */
    public void entry(long key, long value) {
        if (entryCount == keys.length) {
            keys = Arrays.copyOf(keys, Math.addExact(entryCount, entryCount));
            values = Arrays.copyOf(values, keys.length);
        }
        keys[entryCount] = key;
        values[entryCount++] = value;
    }

    /** Drops the entries recorded since the last range, as their range failed. */
    public void abandon() {
        entryCount = start(size);
    }

    /** Records a range that was read upwards, with the entries recorded since the last one. */
    public int ascending(
            int client, long low, long high, int limit, long invokedAt, long respondedAt) {
        return append(client, low, high, false, limit, invokedAt, respondedAt);
    }

    /** Records a range that was read downwards, with the entries recorded since the last one. */
    public int descending(
            int client, long low, long high, int limit, long invokedAt, long respondedAt) {
        return append(client, low, high, true, limit, invokedAt, respondedAt);
    }

    private int append(
            int client,
            long low,
            long high,
            boolean down,
            int limit,
            long invokedAt,
            long respondedAt) {
        if (limit < 0 || respondedAt < invokedAt) {
            throw new IllegalArgumentException(
                    "bad range: limit=%d, invoked=%d, responded=%d"
                            .formatted(limit, invokedAt, respondedAt));
        }
        if (size == ends.length) {
            grow(Math.addExact(size, size));
        }
        clients[size] = client;
        lows[size] = low;
        highs[size] = high;
        descending[size] = down;
        limits[size] = limit;
        invoked[size] = invokedAt;
        responded[size] = respondedAt;
        ends[size] = entryCount;
        return size++;
    }

    /** Appends all ranges of {@code other}, which must not have an unfinished one. */
    public void addAll(RangeHistory other) {
        for (int range = 0; range < other.size; range++) {
            for (int entry = 0; entry < other.entries(range); entry++) {
                entry(other.key(range, entry), other.value(range, entry));
            }
            append(
                    other.clients[range],
                    other.lows[range],
                    other.highs[range],
                    other.descending[range],
                    other.limits[range],
                    other.invoked[range],
                    other.responded[range]);
        }
    }

    /** The number of ranges; they are numbered from 0. */
    public int size() {
        return size;
    }

    public int client(int range) {
        return clients[checked(range)];
    }

    /** The lowest requested key, inclusive. */
    public long low(int range) {
        return lows[checked(range)];
    }

    /** The highest requested key, inclusive. */
    public long high(int range) {
        return highs[checked(range)];
    }

    public boolean isDescending(int range) {
        return descending[checked(range)];
    }

    public int limit(int range) {
        return limits[checked(range)];
    }

    public long invoked(int range) {
        return invoked[checked(range)];
    }

    public long responded(int range) {
        return responded[checked(range)];
    }

    /** Number of entries that the range returned. */
    public int entries(int range) {
        return ends[checked(range)] - start(range);
    }

    public long key(int range, int entry) {
        return keys[start(range) + Objects.checkIndex(entry, entries(range))];
    }

    public long value(int range, int entry) {
        return values[start(range) + Objects.checkIndex(entry, entries(range))];
    }

    /** Describes a range in one line. */
    public String describe(int range) {
        return "client %d: range %s [%d, %d]%s -> %d entries [%d, %d]"
                .formatted(
                        client(range),
                        isDescending(range) ? "down" : "up",
                        low(range),
                        high(range),
                        limit(range) == NO_LIMIT ? "" : " limit " + limit(range),
                        entries(range),
                        invoked(range),
                        responded(range));
    }

    private int start(int range) {
        return range == 0 ? 0 : ends[range - 1];
    }

    private int checked(int range) {
        return Objects.checkIndex(range, size);
    }

    private void grow(int room) {
        clients = Arrays.copyOf(clients, room);
        lows = Arrays.copyOf(lows, room);
        highs = Arrays.copyOf(highs, room);
        descending = Arrays.copyOf(descending, room);
        limits = Arrays.copyOf(limits, room);
        invoked = Arrays.copyOf(invoked, room);
        responded = Arrays.copyOf(responded, room);
        ends = Arrays.copyOf(ends, room);
    }
}
