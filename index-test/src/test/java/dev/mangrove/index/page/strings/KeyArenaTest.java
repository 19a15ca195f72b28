package dev.mangrove.index.page.strings;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.index.page.KeyOrder;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Tokens are in the order of their byte strings. */
final class KeyArenaTest {
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final KeyArena keys = new KeyArena();

    private byte[] key() {
        byte[] key = new byte[1 + random.nextInt(random.nextBoolean() ? 4 : 40)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(3) - 1);
        }
        return key;
    }

    @Test
    void shouldOrderTokensAsTheirStrings() {
        for (int i = 0; i < 20_000; i++) {
            byte[] left = key();
            byte[] right = random.nextInt(4) == 0 ? left : key();
            long one = keys.add(left);
            long other = keys.add(right);
            int expected = Integer.signum(Arrays.compareUnsigned(left, right));
            assertThat(Integer.signum(keys.compare(one, other)))
                    .as("seed %d: %s, %s", seed, keys.text(one), keys.text(other))
                    .isEqualTo(expected);
            assertThat(keys.key(one)).isEqualTo(left);
            assertThat(keys.isLess(KeyOrder.LEAST, one)).isTrue();
            assertThat(keys.isLess(one, KeyOrder.GREATEST)).isTrue();
        }
    }

    @Test
    void shouldHaveNothingBetweenAKeyAndThoseBesideIt() {
        for (int i = 0; i < 20_000; i++) {
            long one = keys.add(key());
            long other = keys.add(key());
            boolean less = keys.isLess(other, one);
            assertThat(keys.isLess(other, keys.before(one))).as("seed %d", seed).isEqualTo(less);
            boolean above = keys.isLess(one, other);
            assertThat(!keys.isLess(other, keys.after(one))).as("seed %d", seed).isEqualTo(above);
            assertThat(keys.isLess(keys.before(one), one)).isTrue();
            assertThat(keys.isSame(keys.before(one), keys.before(keys.before(one)))).isTrue();
        }
    }

    @Test
    void shouldSeparateKeysByTheShortestString() {
        for (int i = 0; i < 20_000; i++) {
            byte[] left = key();
            byte[] right = key();
            if (Arrays.compareUnsigned(left, right) < 0) {
                byte[] cut = keys.key(keys.separator(keys.add(left), keys.add(right)));
                assertThat(Arrays.compareUnsigned(left, cut)).as("seed %d", seed).isNegative();
                assertThat(Arrays.compareUnsigned(cut, right)).isNotPositive();
                byte[] shorter = Arrays.copyOf(cut, cut.length - 1);
                assertThat(Arrays.compareUnsigned(shorter, left)).isNotPositive();
            }
        }
    }

    @Test
    void shouldKeepOneKeyOfThoseSinceAMark() {
        byte[] first = key();
        long before = keys.add(first);
        int mark = keys.mark();
        for (int i = 0; i < 1_000; i++) {
            List<byte[]> strings = new ArrayList<>();
            List<Long> tokens = new ArrayList<>();
            for (int j = 0; j < 5; j++) {
                strings.add(key());
                tokens.add(KeyArena.withKinds(keys.add(strings.get(j)), j, 2));
            }
            int chosen = random.nextInt(5);
            long kept = keys.keep(mark, keys.before(tokens.get(chosen)));
            assertThat(keys.key(kept)).as("seed %d", seed).isEqualTo(strings.get(chosen));
            assertThat(KeyArena.kind(kept)).isEqualTo(chosen);
            assertThat(KeyArena.isBefore(kept)).isTrue();
            assertThat(keys.key(before)).isEqualTo(first);
        }
        assertThat(keys.mark()).isLessThanOrEqualTo(mark + 40);
    }

    @Test
    void shouldKeepSeveralKeysWhenOthersAreForgotten() {
        long before = keys.add("before".getBytes(UTF_8));
        int mark = keys.mark();
        long[] kept = new long[300];
        for (int i = 0; i < 3 * kept.length; i++) {
            long key = keys.add(("key " + i).repeat(1 + i % 9).getBytes(UTF_8));
            kept[i / 3] = KeyArena.withKinds(key, i % 10, 8);
        }
        kept[7] = KeyOrder.LEAST;
        kept[8] = before;
        kept[9] = keys.separator(kept[10], kept[11]);
        String cut = keys.text(kept[9]);
        keys.keepAll(mark, kept, kept.length);
        assertThat(kept[7]).isEqualTo(KeyOrder.LEAST);
        assertThat(kept[8]).isEqualTo(before);
        assertThat(keys.text(kept[9])).isEqualTo(cut);
        for (int i = 10; i < kept.length; i++) {
            int last = 3 * i + 2;
            assertThat(new String(keys.key(kept[i]), UTF_8))
                    .isEqualTo(("key " + last).repeat(1 + last % 9));
            assertThat(KeyArena.kind(kept[i])).isEqualTo(last % 10);
        }
        keys.release(mark);
        assertThat(new String(keys.key(before), UTF_8)).isEqualTo("before");
    }
}
