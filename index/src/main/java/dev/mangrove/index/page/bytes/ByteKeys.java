package dev.mangrove.index.page.bytes;

import java.util.Arrays;
import java.util.HexFormat;

/** Functions of keys that are byte strings, in lexicographic order of unsigned bytes. */
public final class ByteKeys {
    /** Most bytes of a key. */
    public static final int LONGEST = 1_024;

    private ByteKeys() {}

    /**
     * Checks a key's length.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public static void check(byte[] key) {
        if (!isKey(key)) {
            throw new IllegalArgumentException(
                    "a key has 1 to " + LONGEST + " bytes: length=" + key.length);
        }
    }

    /** Whether a string has the length of a key. */
    public static boolean isKey(byte[] string) {
        return string.length > 0 && string.length <= LONGEST;
    }

    /** A key as hexadecimal digits, for messages. */
    public static String text(byte[] key) {
        return HexFormat.of().formatHex(key);
    }

    /** Number of bytes that two strings have in common at their start. */
    public static int commonPrefix(byte[] left, byte[] right) {
        int mismatch = Arrays.mismatch(left, right);
        return mismatch < 0 ? left.length : mismatch;
    }

    /** The shortest string above one key and not above another, which is larger. */
    public static byte[] separator(byte[] left, byte[] right) {
        int common = commonPrefix(left, right);
        if (common == right.length || Arrays.compareUnsigned(left, right) >= 0) {
            throw new IllegalArgumentException(
                    "keys are not in order: left=" + left.length + " bytes, common=" + common);
        }
        return Arrays.copyOf(right, common + 1);
    }
}
