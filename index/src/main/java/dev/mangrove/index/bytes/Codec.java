package dev.mangrove.index.bytes;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Translates keys or values to byte strings and back. {@link Codecs} has the usual ones.
 *
 * <p>A codec of keys gives equal keys the same bytes, and {@code encode(decode(bytes))} returns the
 * bytes again. A codec of values need not. May be used by any number of threads at once.
 *
 * @param <T> keys or values
 */
public interface Codec<T> {
    /**
     * The bytes of a key or value.
     *
     * @throws IllegalArgumentException if it has none
     */
    byte[] encode(T value);

    /**
     * The key or value of bytes.
     *
     * @throws IllegalArgumentException if they are none of this codec
     */
    T decode(byte[] bytes);

    /**
     * The order of keys, which is that of their bytes: lexicographic, each byte as an unsigned
     * number. A codec that knows a faster way to the same order returns that; {@link
     * Comparator#naturalOrder} where it is the natural order of {@code T}.
     */
    default Comparator<? super T> order() {
        return (one, other) -> Arrays.compareUnsigned(encode(one), encode(other));
    }
}
