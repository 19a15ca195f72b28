package dev.mangrove.index.bytes;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** The usual codecs, for keys and for values. */
public final class Codecs {
    /**
     * Text as UTF-8. Keys are in the order of code points, which differs from that of {@link
     * String#compareTo} if characters beyond U+FFFF are compared with some from U+E000 on. Text
     * with unpaired surrogates is refused, as UTF-8 cannot represent it.
     */
    public static final Codec<String> UTF8 = new Utf8();

    /** 32-bit numbers in 4 bytes, in their natural order. */
    public static final Codec<Integer> INT = new IntCodec();

    /** 64-bit numbers in 8 bytes, in their natural order. */
    public static final Codec<Long> LONG = new LongCodec();

    /**
     * Byte strings as they are. The order of keys is lexicographic, each byte as an unsigned
     * number. As arrays have no {@code equals}, maps with such keys or values equal no other map.
     */
    public static final Codec<byte[]> BYTES = new BytesCodec();

    private Codecs() {}

    private static final class Utf8 implements Codec<String> {
        /** Code units from here on are not in the order of code points. */
        private static final char FIRST_SURROGATE = Character.MIN_SURROGATE;

        private static final int SURROGATES = Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1;

        @Override
        public byte[] encode(String text) {
            try {
                ByteBuffer bytes =
                        StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
                byte[] encoded = new byte[bytes.remaining()];
                bytes.get(encoded);
                return encoded;
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException(
                        "text with an unpaired surrogate has no UTF-8, remove it: position="
                                + unpaired(text)
                                + ", length="
                                + text.length(),
                        e);
            }
        }

        /** Position of the first surrogate that has no partner. */
        private static int unpaired(String text) {
            int position = 0;
            while (position < text.length() && !isSurrogate(text.codePointAt(position))) {
                position += Character.charCount(text.codePointAt(position));
            }
            return position;
        }

        private static boolean isSurrogate(int point) {
            return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        }

        @Override
        public String decode(byte[] bytes) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException(
                        "the bytes are no UTF-8: length=" + bytes.length, e);
            }
        }

        @Override
        public Comparator<? super String> order() {
            return Utf8::compare;
        }

        private static int compare(String one, String other) {
            int common = Math.min(one.length(), other.length());
            for (int i = 0; i < common; i++) {
                char here = one.charAt(i);
                char there = other.charAt(i);
                if (here != there) {
                    return rank(here) - rank(there);
                }
            }
            return one.length() - other.length();
        }

        /** Surrogates stand for code points above all others. */
        private static int rank(char unit) {
            if (unit < FIRST_SURROGATE) {
                return unit;
            }
            return Character.isSurrogate(unit) ? unit + SURROGATES * 4 : unit - SURROGATES;
        }
    }

    private static final class IntCodec implements Codec<Integer> {
        @Override
        public byte[] encode(Integer number) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(number ^ Integer.MIN_VALUE).array();
        }

        @Override
        public Integer decode(byte[] bytes) {
            checkLength(bytes, Integer.BYTES);
            return ByteBuffer.wrap(bytes).getInt() ^ Integer.MIN_VALUE;
        }

        @Override
        public Comparator<? super Integer> order() {
            return Comparator.naturalOrder();
        }
    }

    private static final class LongCodec implements Codec<Long> {
        @Override
        public byte[] encode(Long number) {
            return ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE).array();
        }

        @Override
        public Long decode(byte[] bytes) {
            checkLength(bytes, Long.BYTES);
            return ByteBuffer.wrap(bytes).getLong() ^ Long.MIN_VALUE;
        }

        @Override
        public Comparator<? super Long> order() {
            return Comparator.naturalOrder();
        }
    }

    private static final class BytesCodec implements Codec<byte[]> {
        @Override
        public byte[] encode(byte[] bytes) {
            return bytes;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }

        @Override
        public Comparator<? super byte[]> order() {
            return Arrays::compareUnsigned;
        }
    }

    private static void checkLength(byte[] bytes, int expected) {
        if (bytes.length != expected) {
            throw new IllegalArgumentException(
                    "a number has " + expected + " bytes: length=" + bytes.length);
        }
    }
}
