package dev.mangrove.check.page;

import dev.mangrove.index.btree.strings.StringValue;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Translates small numbers to byte strings in the same order, and values to words of two kinds. Of
 * four neighbours, each of the first three is a prefix of the next, and all share a prefix of a
 * length that is drawn: none, some bytes, as much as a line holds, or more, so that keys are in
 * extents.
 */
final class PageStrings {
    private static final byte[][] ENDS = {{}, {0}, {0, 0}, {1}};
    private static final int[] PREFIXES = {0, 12, 33, 60};
    private static final int SHORT = 5;

    private final int prefix;

    PageStrings(SplittableRandom lots) {
        prefix = PREFIXES[lots.nextInt(PREFIXES.length)];
    }

    byte[] key(long number) {
        byte[] end = ENDS[(int) number % ENDS.length];
        byte[] key = new byte[prefix + 1 + end.length];
        Arrays.fill(key, 0, prefix, (byte) 'p');
        key[prefix] = (byte) (1 + number / ENDS.length);
        System.arraycopy(end, 0, key, prefix + 1, end.length);
        return key;
    }

    /** A key as the end of a range; null for none. */
    byte @Nullable [] bound(long number) {
        return number == Long.MIN_VALUE || number == Long.MAX_VALUE ? null : key(number);
    }

    /** The number of a key, which must be one of {@link #key}. */
    long number(byte[] key) {
        long first = key.length <= prefix ? 0 : (key[prefix] - 1L) * ENDS.length;
        for (long number = first; number < first + ENDS.length; number++) {
            if (Arrays.equals(key, key(number))) {
                return number;
            }
        }
        throw new IllegalStateException("a key that no process has stored: length=" + key.length);
    }

    /** Stores a number as a value: in 8 bytes if it is even, else in fewer. */
    static void value(long number, StringValue into) {
        StringValue _ = into.set(number % 2 == 0 ? StringValue.MOST : SHORT, number);
    }

    /** The number of a value, which must be one of {@link #value}. */
    static long number(StringValue value) {
        int kind = value.word() % 2 == 0 ? StringValue.MOST : SHORT;
        if (value.kind() != kind) {
            throw new IllegalStateException(
                    "a value that no process has stored: kind="
                            + value.kind()
                            + ", word="
                            + value.word());
        }
        return value.word();
    }
}
