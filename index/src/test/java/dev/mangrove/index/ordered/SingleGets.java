package dev.mangrove.index.ordered;

import java.util.OptionalLong;

/** {@link OrderedIndex#getAll} as single gets, one after the other: what test indexes use. */
final class SingleGets {
    private SingleGets() {}

    /** Looks up all keys; returns how many are present. */
    static int run(OrderedIndex index, long[] keys, long[] values, boolean[] present) {
        checkRoom("values", values.length, keys.length);
        checkRoom("present", present.length, keys.length);
        int found = 0;
        for (int i = 0; i < keys.length; i++) {
            OptionalLong value = index.get(keys[i]);
            present[i] = value.isPresent();
            values[i] = value.orElse(0);
            found += present[i] ? 1 : 0;
        }
        return found;
    }

    private static void checkRoom(String field, int length, int keys) {
        if (length < keys) {
            throw new IllegalArgumentException(field + " has no room: length=" + length);
        }
    }
}
