package dev.mangrove.index.page;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A key that outlives the operation in which it was read: words of byte strings end with their
 * operation, see {@link KeyOrder}. Its bytes are null if it is a 64-bit key, or a bound.
 */
public final class KeyCopy implements Comparable<KeyCopy> {
    /** The lower bound of the leftmost page of each level. */
    public static final KeyCopy LEAST = new KeyCopy(KeyOrder.LEAST, null);

    private final long word;
    private final byte @Nullable [] bytes;

    private KeyCopy(long word, byte @Nullable [] bytes) {
        this.word = word;
        this.bytes = bytes;
    }

    /** A copy of a 64-bit key, or of a bound. */
    public static KeyCopy of(long key) {
        return key == KeyOrder.LEAST ? LEAST : new KeyCopy(key, null);
    }

    /** A copy of a byte string. */
    public static KeyCopy of(byte[] key) {
        return new KeyCopy(0, key.clone());
    }

    /** The bytes; null if it is a 64-bit key or a bound. */
    public byte @Nullable [] bytes() {
        return bytes;
    }

    /** The 64-bit key or the bound; only if there are no bytes. */
    public long word() {
        return word;
    }

    /** Orders bounds, 64-bit keys, and the byte strings between the bounds. */
    @Override
    public int compareTo(KeyCopy other) {
        return bytes != null && other.bytes != null
                ? Arrays.compareUnsigned(bytes, other.bytes)
                : Long.compare(word, other.word);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyCopy that
                && that.word == word
                && Arrays.equals(that.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(word, Arrays.hashCode(bytes));
    }

    @Override
    public String toString() {
        return bytes == null ? Long.toString(word) : HexFormat.of().formatHex(bytes);
    }
}
