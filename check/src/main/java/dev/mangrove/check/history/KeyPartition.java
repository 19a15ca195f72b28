package dev.mangrove.check.history;

import java.util.Arrays;

/** The operations of a history by key, keys ascending. Failed operations are omitted. */
final class KeyPartition {
    private final long[] keys;

    /** Operations of key {@code i}: {@code ops[starts[i]]} to {@code ops[starts[i + 1] - 1]}. */
    private final int[] starts;

    private final int[] ops;

    private KeyPartition(long[] keys, int[] starts, int[] ops) {
        this.keys = keys;
        this.starts = starts;
        this.ops = ops;
    }

    static KeyPartition of(History history) {
        long[] keys = distinctKeys(history);
        int[] starts = new int[keys.length + 1];
        for (int op = 0; op < history.size(); op++) {
            if (history.outcome(op) != Outcome.FAILED) {
                starts[Arrays.binarySearch(keys, history.key(op)) + 1]++;
            }
        }
        for (int i = 1; i <= keys.length; i++) {
            starts[i] += starts[i - 1];
        }
        int[] next = starts.clone();
        int[] ops = new int[starts[keys.length]];
        for (int op = 0; op < history.size(); op++) {
            if (history.outcome(op) != Outcome.FAILED) {
                ops[next[Arrays.binarySearch(keys, history.key(op))]++] = op;
            }
        }
        return new KeyPartition(keys, starts, ops);
    }

    private static long[] distinctKeys(History history) {
        long[] keys = new long[history.size()];
        int count = 0;
        for (int op = 0; op < history.size(); op++) {
            if (history.outcome(op) != Outcome.FAILED) {
                keys[count++] = history.key(op);
            }
        }
        Arrays.sort(keys, 0, count);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || keys[i] != keys[i - 1]) {
                keys[distinct++] = keys[i];
            }
        }
        return Arrays.copyOf(keys, distinct);
    }

    /** The number of keys. */
    int size() {
        return keys.length;
    }

    long key(int index) {
        return keys[index];
    }

    /** The operations of a key, in the order of their recording. */
    int[] ops(int index) {
        return Arrays.copyOfRange(ops, starts[index], starts[index + 1]);
    }

    /** The index of a key, or a negative number if no operation named it. */
    int indexOf(long key) {
        return Arrays.binarySearch(keys, key);
    }

    /** The index of the first key that is not less than {@code key}; the size if there is none. */
    int firstFrom(long key) {
        int index = indexOf(key);
        return index >= 0 ? index : -index - 1;
    }

    /** The index of the first key that is greater than {@code key}; the size if there is none. */
    int firstAfter(long key) {
        int index = indexOf(key);
        return index >= 0 ? index + 1 : -index - 1;
    }
}
