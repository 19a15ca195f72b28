package dev.mangrove.index.bytes.tree;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * A range of keys.
 *
 * @param low the lower end; absent if there is none
 * @param lowIncluded whether the lower end belongs to the range
 * @param high the upper end; absent if there is none
 * @param highIncluded whether the upper end belongs to the range
 */
@SuppressWarnings("ArrayRecordComponent") // Not compared.
public record KeyRange(
        byte @Nullable [] low, boolean lowIncluded, byte @Nullable [] high, boolean highIncluded) {
    /** All keys. */
    public static final KeyRange ALL = new KeyRange(null, true, null, false);

    /** Whether a key is in the range. */
    public boolean contains(byte[] key) {
        return !isBelow(key) && !isAbove(key);
    }

    /** Whether a key is below the range. */
    public boolean isBelow(byte[] key) {
        if (low == null) {
            return false;
        }
        int order = Arrays.compareUnsigned(key, low);
        return order < 0 || (order == 0 && !lowIncluded);
    }

    /** Whether a key is above the range. */
    public boolean isAbove(byte[] key) {
        if (high == null) {
            return false;
        }
        int order = Arrays.compareUnsigned(key, high);
        return order > 0 || (order == 0 && !highIncluded);
    }

    /** The part above a key. */
    public KeyRange after(byte[] key) {
        return new KeyRange(key, false, high, highIncluded);
    }

    /** The part from a key on. */
    public KeyRange from(byte[] key) {
        return new KeyRange(key, true, high, highIncluded);
    }

    /** The part below a key. */
    public KeyRange before(byte[] key) {
        return new KeyRange(low, lowIncluded, key, false);
    }
}
