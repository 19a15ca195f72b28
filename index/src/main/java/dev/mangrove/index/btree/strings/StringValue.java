package dev.mangrove.index.btree.strings;

import dev.mangrove.index.page.strings.StringPageView;

import java.util.Arrays;

/**
 * A value as a page has it: up to 8 bytes in a word, or a word that leads to an extent. Reusable.
 */
public final class StringValue {
    /** Most bytes of a value that is in its word. */
    public static final int MOST = Long.BYTES;

    /** Kind of a value in an extent, to which the word leads. Others are numbers of bytes. */
    public static final int EXTENT = StringPageView.EXTENT;

    /** Kind of a value in an extent that has its expiry, too. */
    public static final int EXPIRING = StringPageView.EXPIRING;

    /** Number of bytes, {@link #EXTENT} or {@link #EXPIRING}. */
    int kind;

    long word;

    /** A value of no bytes. */
    public StringValue() {}

    /** Becomes the value of a kind and a word. */
    public StringValue set(int newKind, long newWord) {
        assert newKind >= 0 && newKind <= EXPIRING : newKind;
        kind = newKind;
        word = newWord;
        return this;
    }

    /** Becomes a value of up to 8 bytes. */
    public StringValue set(byte[] bytes) {
        if (bytes.length > MOST) {
            throw new IllegalArgumentException(
                    "a word has 8 bytes: write longer values into an extent: length="
                            + bytes.length);
        }
        long packed = 0;
        for (int i = 0; i < bytes.length; i++) {
            packed |= (bytes[i] & 0xFFL) << (Byte.SIZE * i);
        }
        return set(bytes.length, packed);
    }

    /** Number of bytes, {@link #EXTENT} or {@link #EXPIRING}. */
    public int kind() {
        return kind;
    }

    /** Whether the word leads to an extent. */
    public boolean isInExtent() {
        return kind >= EXTENT;
    }

    /** The bytes, the first lowest, or a pointer. */
    public long word() {
        return word;
    }

    /** The bytes of a value that is in its word. */
    public byte[] bytes() {
        assert kind <= MOST : kind;
        byte[] bytes = new byte[kind];
        for (int i = 0; i < kind; i++) {
            bytes[i] = (byte) (word >>> (Byte.SIZE * i));
        }
        return bytes;
    }

    @Override
    public String toString() {
        return kind <= MOST ? Arrays.toString(bytes()) : "extent " + Long.toHexString(word);
    }
}
