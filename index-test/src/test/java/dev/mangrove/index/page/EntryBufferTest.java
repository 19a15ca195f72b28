package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

final class EntryBufferTest {
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 47, 48, 49, 50, 189, 1000})
    void shouldSortAsArraysDo(int size) {
        for (int from : new int[] {0, Math.min(1, size), size / 2, size}) {
            EntryBuffer buffer = new EntryBuffer(0);
            long[] keys = random.longs(size, -size, size + 1L).toArray();
            for (long key : keys) {
                buffer.add(key, ~key);
            }
            buffer.sort(from);
            Arrays.sort(keys, from, size);
            assertHolds(buffer, keys);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 36, 48, 49, 381})
    void shouldSortKeysHoweverTheyAreSpread(int size) {
        for (int round = 0; round < 64; round++) {
            long spread = 1L << (round % 63);
            long base = random.nextLong();
            long[] keys = new long[size];
            EntryBuffer buffer = new EntryBuffer(0);
            for (int i = 0; i < size; i++) {
                boolean far = random.nextInt(size) == 0;
                keys[i] = far ? random.nextLong() : base + random.nextLong(spread);
                buffer.add(keys[i], ~keys[i]);
            }
            buffer.sort(0);
            Arrays.sort(keys);
            assertHolds(buffer, keys);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 9, 36, 48, 49, 381})
    void shouldSortBetweenBoundsHoweverWideTheyAre(int size) {
        for (int round = 0; round < 63; round++) {
            long width = 1L << round;
            long base = random.nextLong(Long.MIN_VALUE / 2, Long.MAX_VALUE / 4);
            long[] keys = random.longs(size, base, base + Math.min(width, 1 << 20)).toArray();
            EntryBuffer buffer = new EntryBuffer(0);
            for (long key : keys) {
                buffer.add(key, ~key);
            }
            buffer.sort(base, base + width);
            Arrays.sort(keys);
            assertHolds(buffer, keys);
        }
    }

    @RepeatedTest(20)
    void shouldSortKeysThatAreNotBetweenTheirBounds() {
        long[] keys = random.longs(40).toArray();
        EntryBuffer buffer = new EntryBuffer(0);
        for (long key : keys) {
            buffer.add(key, ~key);
        }
        buffer.sort(random.nextLong(-100, 0), random.nextLong(100));
        Arrays.sort(keys);
        assertHolds(buffer, keys);
    }

    @Test
    void shouldSortTheSmallestAndLargestKeys() {
        EntryBuffer buffer = new EntryBuffer(1);
        long[] keys = {0, Long.MAX_VALUE, -1, Long.MIN_VALUE, 1};
        for (long key : keys) {
            buffer.add(key, ~key);
        }
        buffer.sort(0);
        Arrays.sort(keys);
        assertHolds(buffer, keys);
        assertThat(buffer.lowerBound(Long.MIN_VALUE)).isZero();
        assertThat(buffer.lowerBound(Long.MAX_VALUE)).isEqualTo(4);
    }

    @RepeatedTest(20)
    void shouldStayInOrderWhenEachEntryIsPutAtItsBound() {
        EntryBuffer buffer = new EntryBuffer(random.nextInt(3));
        long[] keys = random.longs(random.nextInt(1, 200), 0, 1000).toArray();
        for (long key : keys) {
            buffer.insert(buffer.lowerBound(key), key, ~key);
        }
        Arrays.sort(keys);
        assertHolds(buffer, keys);
    }

    @RepeatedTest(20)
    void shouldFindTheFirstEntryNotBelowAKey() {
        long[] keys = random.longs(random.nextInt(1, 100), 0, 150).sorted().toArray();
        EntryBuffer buffer = new EntryBuffer(keys.length);
        for (long key : keys) {
            buffer.add(key, ~key);
        }
        for (long key = -1; key <= 151; key++) {
            long wanted = key;
            long below = Arrays.stream(keys).filter(other -> other < wanted).count();
            assertThat((long) buffer.lowerBound(key)).as("seed %d", seed).isEqualTo(below);
        }
    }

    @RepeatedTest(20)
    void shouldKeepOneEntryOfEachKey() {
        long[] keys = random.longs(random.nextInt(60), 0, 80).sorted().toArray();
        EntryBuffer buffer = new EntryBuffer(0);
        for (long key : keys) {
            buffer.add(key, ~key);
        }
        buffer.dropDuplicates(0);
        assertHolds(buffer, Arrays.stream(keys).distinct().toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 46})
    void shouldReverseItsEntries(int size) {
        EntryBuffer buffer = new EntryBuffer(0);
        for (int i = 0; i < size; i++) {
            buffer.add(i, ~i);
        }
        buffer.reverse();
        assertHolds(buffer, LongStream.range(0, size).map(i -> size - 1 - i).toArray());
    }

    @Test
    void shouldForgetWhatIsCutOff() {
        EntryBuffer buffer = new EntryBuffer(2);
        buffer.add(1, 10);
        buffer.add(2, 20);
        buffer.size(1);
        buffer.add(3, 30);
        assertThat(buffer.size()).isEqualTo(2);
        assertThat(buffer.key(1)).isEqualTo(3);
        assertThat(buffer.value(1)).isEqualTo(30);
    }

    private void assertHolds(EntryBuffer buffer, long[] keys) {
        assertThat(buffer.size()).as("seed %d", seed).isEqualTo(keys.length);
        for (int i = 0; i < keys.length; i++) {
            assertThat(buffer.key(i)).as("seed %d, entry %d", seed, i).isEqualTo(keys[i]);
            assertThat(buffer.value(i)).as("seed %d, entry %d", seed, i).isEqualTo(~keys[i]);
        }
    }
}
