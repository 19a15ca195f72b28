package dev.mangrove.peers.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keys and values by rank. A key is {@code user:}, eleven digits and up to 16 letters; larger ranks
 * have larger keys. A hundred keys at a time, a group, have all but the last three digits in
 * common. A value begins with a word from which its rank can be checked; the rest repeats the
 * word's last byte.
 *
 * @param number of records
 * @param valueBytes bytes of a value, at least 8
 */
record RankedRecords(long number, int valueBytes) {
    /** Keys that share a prefix. */
    static final int GROUP = 100;

    private static final byte[] START = "user:".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 11;
    private static final int DIGITS_OF_GROUP = 3;
    private static final int STEP = 10;
    private static final int MOST_LETTERS = 17;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The key of a rank. */
    byte[] key(long rank) {
        long hash = rank * SPREAD;
        int letters = (int) Long.remainderUnsigned(hash >>> 8, MOST_LETTERS);
        byte[] key = Arrays.copyOf(START, START.length + DIGITS + letters);
        digits(key, rank * STEP);
        for (int i = START.length + DIGITS; i < key.length; i++) {
            hash = hash * SPREAD + 1;
            key[i] = (byte) ('a' + (hash >>> 60));
        }
        return key;
    }

    /** What the keys of a group have in common; groups are numbered from 0. */
    byte[] prefix(long group) {
        byte[] prefix = Arrays.copyOf(START, START.length + DIGITS);
        digits(prefix, group * GROUP * STEP);
        return Arrays.copyOf(prefix, prefix.length - DIGITS_OF_GROUP);
    }

    private static void digits(byte[] key, long number) {
        long rest = number;
        for (int i = START.length + DIGITS - 1; i >= START.length; i--) {
            key[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** A value of a rank; each version differs. */
    byte[] value(long rank, int version) {
        byte[] value = new byte[valueBytes];
        WORD.set(value, 0, mark(rank) | (version & 0xFFFFFFFFL));
        Arrays.fill(value, Long.BYTES, valueBytes, (byte) version);
        return value;
    }

    /** Whether bytes are a value of a rank. */
    boolean isValue(long rank, byte[] value) {
        long word = value.length == valueBytes ? (long) WORD.get(value, 0) : 0;
        return value.length == valueBytes
                && (word & 0xFFFFFFFF00000000L) == mark(rank)
                && value[valueBytes - 1] == (byte) word;
    }

    private static long mark(long rank) {
        return (rank + 1) * SPREAD & 0xFFFFFFFF00000000L;
    }
}
