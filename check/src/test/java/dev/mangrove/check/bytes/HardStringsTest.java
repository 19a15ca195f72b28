package dev.mangrove.check.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.SplittableRandom;

final class HardStringsTest {
    @Test
    void shouldKeepOrderWhenKeysAreTranslated() {
        long seed = Long.getLong("mangrove.seed", System.nanoTime());
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            long left = random.nextLong() >> random.nextInt(Long.SIZE);
            long right = random.nextBoolean() ? left + random.nextInt(300) : random.nextLong();
            assertThat(HardStrings.number(HardStrings.key(left))).isEqualTo(left);
            assertThat(HardStrings.valueOf(HardStrings.value(left))).isEqualTo(left);
            int order = Arrays.compareUnsigned(HardStrings.key(left), HardStrings.key(right));
            assertThat(Integer.signum(order)).isEqualTo(Long.compare(left, right));
        }
    }

    @Test
    void shouldHaveHardKeysWhenNumbersAreNeighbours() {
        byte[] first = HardStrings.key(0);
        byte[] second = HardStrings.key(1);
        assertThat(second).startsWith(first).hasSizeGreaterThan(first.length);
        assertThat(Arrays.mismatch(second, HardStrings.key(2))).isEqualTo(second.length - 1);
    }
}
