package dev.mangrove.check.bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Translates 64-bit keys and values to byte strings. Keys keep their order. All share a long
 * prefix; neighbours differ in the last byte, far behind; and a key whose last bytes are 0 is a
 * prefix of those that follow it. Values have all lengths around 8 bytes, where they leave the
 * page, and some are much longer. Numbers from 2^48 to 2^62 are counters.
 */
final class HardStrings {
    private static final int PREFIX = 40;
    private static final int GAP = 30;
    private static final int LOW_BYTES = 2;
    private static final int LONGEST_KEY = PREFIX + Long.BYTES + LOW_BYTES * GAP;
    private static final int LONG_ONE_IN = 3;
    private static final int LONGEST_TAIL = 500;
    private static final int FILLERS = 251;

    /** Length of the shortest of {@link #longValue}, and how many lengths there are. */
    private static final int LONG_VALUE = 2_100;

    private static final int LONG_VALUES = 1_900;

    /** Counters have a bit from this one on, and none from the next one on: sums never overflow. */
    private static final int COUNTER_SHIFT = 48;

    private static final int COUNTER_BITS = 62;

    private HardStrings() {}

    static byte[] key(long number) {
        ByteBuffer digits = ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE);
        int used = Long.BYTES;
        while (used > 0 && digits.get(used - 1) == 0) {
            used--;
        }
        ByteBuffer key = ByteBuffer.allocate(LONGEST_KEY).put(filler(PREFIX));
        for (int i = 0; i < used; i++) {
            if (i >= Long.BYTES - LOW_BYTES) {
                key.put(filler(GAP));
            }
            key.put(digits.get(i));
        }
        return Arrays.copyOf(key.array(), key.position());
    }

    /** The number of a key, which must be one of {@link #key}. */
    static long number(byte[] key) {
        ByteBuffer digits = ByteBuffer.allocate(Long.BYTES);
        int at = PREFIX;
        for (int i = 0; i < Long.BYTES && at < key.length; i++) {
            at += i >= Long.BYTES - LOW_BYTES ? GAP : 0;
            digits.put(key[at++]);
        }
        long number = digits.getLong(0) ^ Long.MIN_VALUE;
        check(key, key(number));
        return number;
    }

    static byte[] value(long number) {
        if (isCounter(number)) {
            return counter(number);
        }
        ByteBuffer bytes =
                ByteBuffer.allocate(Long.BYTES + LONGEST_TAIL)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(number);
        boolean isLarge = number >>> COUNTER_SHIFT != 0;
        if (isLarge || (number % LONG_ONE_IN == 0 && number != 0)) {
            int tail = 1 + (int) Math.floorMod(number / LONG_ONE_IN, LONGEST_TAIL - 1L);
            return Arrays.copyOf(bytes.put(filler(tail, number)).array(), Long.BYTES + tail);
        }
        int length = Long.BYTES - Long.numberOfLeadingZeros(number) / Byte.SIZE;
        return Arrays.copyOf(bytes.array(), length);
    }

    /** Counters alone have 8 bytes, so that nothing is added to another value. */
    private static boolean isCounter(long number) {
        return number >> COUNTER_SHIFT > 0 && number >>> COUNTER_BITS == 0;
    }

    private static byte[] counter(long number) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(number)
                .array();
    }

    /** A value that is in an extent of many lines; all of them are in extents of one size. */
    static byte[] longValue(long number) {
        if (isCounter(number)) {
            return counter(number);
        }
        int length = LONG_VALUE + (int) Math.floorMod(number, (long) LONG_VALUES);
        return ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(number)
                .put(filler(length - Long.BYTES, number))
                .array();
    }

    /** The number of a value, which must be one of {@link #value} or {@link #longValue}. */
    static long valueOf(byte[] value) {
        long number =
                ByteBuffer.wrap(Arrays.copyOf(value, Long.BYTES))
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getLong();
        if (value.length != Long.BYTES || !isCounter(number)) {
            check(value, value.length < LONG_VALUE ? value(number) : longValue(number));
        }
        return number;
    }

    private static void check(byte[] found, byte[] expected) {
        if (!Arrays.equals(found, expected)) {
            throw new IllegalStateException(
                    "a string that no client has stored: length=" + found.length);
        }
    }

    /** Differs from value to value, so that parts of two values are none. */
    private static byte[] filler(int length, long number) {
        byte[] filler = new byte[length];
        Arrays.fill(filler, (byte) Math.floorMod(number, FILLERS));
        return filler;
    }

    private static byte[] filler(int length) {
        byte[] filler = new byte[length];
        Arrays.fill(filler, (byte) 'p');
        return filler;
    }
}
