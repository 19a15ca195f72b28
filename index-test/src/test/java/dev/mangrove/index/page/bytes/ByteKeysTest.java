package dev.mangrove.index.page.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.SplittableRandom;

final class ByteKeysTest {
    @Test
    void shouldSeparateByTheShortestString() {
        assertThat(separator("apple", "banana")).isEqualTo("b");
        assertThat(separator("user:100", "user:2")).isEqualTo("user:2");
        assertThat(separator("user:1", "user:10")).isEqualTo("user:10");
        assertThat(separator("user:10", "user:1200")).isEqualTo("user:12");
        assertThatIllegalArgumentException().isThrownBy(() -> separator("b", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> separator("a", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> separator("ab", "a"));
    }

    private static String separator(String left, String right) {
        return new String(ByteKeys.separator(left.getBytes(UTF_8), right.getBytes(UTF_8)), UTF_8);
    }

    /** So that entries between two bounds can leave their common prefix out. */
    @Test
    void shouldShareThePrefixOfTwoBoundsBetweenThem() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[][] keys = {key(random), key(random), key(random)};
            Arrays.sort(keys, Arrays::compareUnsigned);
            int prefix = ByteKeys.commonPrefix(keys[0], keys[2]);
            assertThat(ByteKeys.commonPrefix(keys[0], keys[1]))
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(prefix);
            if (Arrays.compareUnsigned(keys[0], keys[2]) < 0) {
                byte[] separator = ByteKeys.separator(keys[0], keys[2]);
                assertThat(Arrays.compareUnsigned(keys[0], separator)).isNegative();
                assertThat(Arrays.compareUnsigned(separator, keys[2])).isNotPositive();
            }
        }
    }

    private static byte[] key(SplittableRandom random) {
        byte[] key = new byte[random.nextInt(1, 6)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(3) - 1);
        }
        return key;
    }

    @Test
    void shouldRefuseKeysOfOtherLengths() {
        ByteKeys.check(new byte[ByteKeys.LONGEST]);
        assertThatIllegalArgumentException().isThrownBy(() -> ByteKeys.check(new byte[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ByteKeys.check(new byte[1_025]))
                .withMessageContaining("length=1025");
    }
}
