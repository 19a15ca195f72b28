package dev.mangrove.index.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** Codecs keep values and the order of keys. */
final class CodecsTest {
    @Test
    void shouldKeepOrderWhenKeysAreNumbers() {
        assertKept(Codecs.INT, List.of(Integer.MIN_VALUE, -256, -1, 0, 1, 255, Integer.MAX_VALUE));
        assertKept(Codecs.LONG, List.of(Long.MIN_VALUE, -1L << 32, -1L, 0L, 7L, Long.MAX_VALUE));
    }

    @Test
    void shouldOrderByCodePointsWhenKeysAreText() {
        assertKept(
                Codecs.UTF8,
                List.of("", "A", "Ab", "a", "é", "\uD7FF", "\uE000", "\uFFFD", "\uD83D\uDE00"));
    }

    /** Each two keys compare as their bytes do, and decode to what they were. */
    private static <T> void assertKept(Codec<T> codec, List<T> ascending) {
        for (int i = 0; i < ascending.size(); i++) {
            T key = ascending.get(i);
            assertThat(codec.decode(codec.encode(key))).isEqualTo(key);
            for (int j = 0; j < ascending.size(); j++) {
                T other = ascending.get(j);
                int bytes = Arrays.compareUnsigned(codec.encode(key), codec.encode(other));
                assertThat(Integer.signum(bytes)).isEqualTo(Integer.compare(i, j));
                assertThat(Integer.signum(compare(codec, key, other)))
                        .as("order of %s and %s", key, other)
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    private static <T> int compare(Codec<T> codec, T key, T other) {
        return codec.order().compare(key, other);
    }

    @Test
    void shouldRefuseWhatItCannotRepresent() {
        assertThatThrownBy(() -> Codecs.UTF8.encode("\uD83D"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("surrogate");
        assertThatThrownBy(() -> Codecs.UTF8.decode(new byte[] {(byte) 0xC0}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("UTF-8");
        assertThatThrownBy(() -> Codecs.INT.decode(new byte[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length=3");
        assertThatThrownBy(() -> Codecs.LONG.decode(new byte[9]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length=9");
    }
}
