package dev.mangrove.index.btree.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.PagePointer;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

final class PathCacheTest {
    private static final long NONE = PagePointer.NULL;
    private static final long ROOM = 1 << 20;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    private static long pointer(long number) {
        return PagePointer.of(Address.of(1, number * 1024), 0);
    }

    /** A cache with paths of ten keys each, from 0 on. */
    private static PathCache tens(int paths, long budget) {
        PathCache cache = new PathCache(budget);
        for (long i = 0; i < paths; i++) {
            cache.add(10 * i, true, 10 * i + 10, pointer(i));
        }
        return cache;
    }

    @Test
    void shouldFindThePathThatCoversAKey() {
        PathCache cache = tens(3, ROOM);
        assertThat(cache.find(0)).isEqualTo(pointer(0));
        assertThat(cache.find(9)).isEqualTo(pointer(0));
        assertThat(cache.find(10)).isEqualTo(pointer(1));
        assertThat(cache.find(29)).isEqualTo(pointer(2));
        assertThat(cache.find(30)).isEqualTo(NONE);
        assertThat(cache.find(-1)).isEqualTo(NONE);
    }

    @Test
    void shouldFindThePathWithoutAnUpperBound() {
        PathCache cache = tens(3, ROOM);
        cache.add(100, false, 0, pointer(7));
        assertThat(cache.find(99)).isEqualTo(NONE);
        assertThat(cache.find(100)).isEqualTo(pointer(7));
        assertThat(cache.find(Long.MAX_VALUE)).isEqualTo(pointer(7));
    }

    @Test
    void shouldReplacePathsThatOverlapWithANewOne() {
        PathCache cache = tens(5, ROOM);
        cache.add(15, true, 31, pointer(9));
        assertThat(cache.find(9)).isEqualTo(pointer(0));
        assertThat(cache.find(14)).isEqualTo(NONE);
        assertThat(cache.find(15)).isEqualTo(pointer(9));
        assertThat(cache.find(30)).isEqualTo(pointer(9));
        assertThat(cache.find(31)).isEqualTo(NONE);
        assertThat(cache.find(40)).isEqualTo(pointer(4));
        assertThat(cache.size()).isEqualTo(3);
        cache.add(Long.MIN_VALUE, false, 0, pointer(11));
        assertThat(cache.size()).isEqualTo(1);
        assertThat(cache.find(Long.MIN_VALUE)).isEqualTo(pointer(11));
    }

    @Test
    void shouldRemoveAPathOnlyIfItLeadsToThePage() {
        PathCache cache = tens(3, ROOM);
        assertThat(cache.remove(15, pointer(2))).isFalse();
        assertThat(cache.find(15)).isEqualTo(pointer(1));
        assertThat(cache.remove(15, pointer(1))).isTrue();
        assertThat(cache.find(15)).isEqualTo(NONE);
        assertThat(cache.remove(15, pointer(1))).isFalse();
        assertThat(cache.find(5)).isEqualTo(pointer(0));
        assertThat(cache.find(25)).isEqualTo(pointer(2));
    }

    @Test
    void shouldIgnoreAnEmptyRange() {
        PathCache cache = tens(1, ROOM);
        cache.add(5, true, 5, pointer(3));
        assertThat(cache.find(5)).isEqualTo(pointer(0));
        assertThat(cache.size()).isEqualTo(1);
    }

    @Test
    void shouldKeepNothingWithoutABudget() {
        assertThat(new PathCache(0).isOn()).isFalse();
        assertThat(new PathCache(PathCache.PATH_BYTES - 1).isOn()).isFalse();
        PathCache cache = tens(10, 0);
        assertThat(cache.size()).isZero();
        assertThat(cache.find(5)).isEqualTo(NONE);
        cache.atLeast(PathCache.PATH_BYTES);
        cache.add(0, true, 10, pointer(1));
        assertThat(cache.isOn()).isTrue();
        assertThat(cache.find(5)).isEqualTo(pointer(1));
    }

    @Test
    void shouldKeepItsBudgetAndThePathThatCameLast() {
        PathCache cache = new PathCache(20L * PathCache.PATH_BYTES + 7);
        for (int i = 0; i < 5_000; i++) {
            long number = random.nextInt(100);
            cache.add(10 * number, true, 10 * number + 10, pointer(number));
            assertThat(cache.find(10 * number + 3)).as("seed %d", seed).isEqualTo(pointer(number));
            assertThat(cache.size()).as("seed %d", seed).isLessThanOrEqualTo(20);
        }
        assertThat(cache.size()).isEqualTo(20);
    }

    @Test
    void shouldKeepPathsThatAreUsedRatherThanThoseThatAreNot() {
        int room = 50;
        PathCache cache = tens(room, (long) room * PathCache.PATH_BYTES);
        for (long i = room; i < 20L * room; i++) {
            for (long used = 0; used < 10; used++) {
                long _ = cache.find(10 * used);
            }
            cache.add(10 * i, true, 10 * i + 10, pointer(i));
        }
        // The first eviction finds all paths in use, and takes one of them.
        assertThat(LongStream.range(0, 10).filter(used -> cache.find(10 * used) == pointer(used)))
                .hasSizeGreaterThanOrEqualTo(9);
    }

    /** Of a tree in which ranges split and merge, as the cache is told of it bit by bit. */
    @RepeatedTest(5)
    void shouldFindOnlyWhatWasAddedLastForAKey() {
        PathCache cache = new PathCache(ROOM);
        NavigableMap<Long, Long> model = new TreeMap<>(); // For each key the pointer, or none.
        for (int i = 0; i < 4_000; i++) {
            long low = random.nextInt(300);
            long high = low + 1 + random.nextInt(30);
            long added = pointer(i + 1);
            if (random.nextInt(3) > 0) {
                removeOverlaps(model, low, high);
                cache.add(low, true, high, added);
                LongStream.range(low, high).forEach(key -> model.put(key, added));
            } else {
                long wanted = model.getOrDefault(low, NONE);
                assertThat(cache.remove(low, wanted)).isEqualTo(wanted != NONE);
                model.values().removeIf(value -> value == wanted);
            }
            long key = random.nextInt(340);
            assertThat(cache.find(key))
                    .as("seed %d, key %d", seed, key)
                    .isEqualTo(model.getOrDefault(key, NONE));
        }
    }

    private static void removeOverlaps(NavigableMap<Long, Long> model, long low, long high) {
        long[] gone =
                model.subMap(low, true, high, false).values().stream().mapToLong(i -> i).toArray();
        model.values().removeIf(value -> LongStream.of(gone).anyMatch(each -> each == value));
    }

    /** Each range has pointers of its own, so that a reader can tell a wrong one. */
    @Test
    void shouldNeverShowAReaderThePathOfAnotherKey() throws InterruptedException {
        PathCache cache = new PathCache(30L * PathCache.PATH_BYTES);
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong wrong = new AtomicLong();
        AtomicLong found = new AtomicLong();
        Thread reader =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    SplittableRandom lots = new SplittableRandom(seed);
                                    while (!done.get()) {
                                        long key = lots.nextInt(1_000);
                                        long path = cache.find(key);
                                        found.addAndGet(path == NONE ? 0 : 1);
                                        wrong.addAndGet(
                                                path == NONE || path == pointer(key / 10) ? 0 : 1);
                                    }
                                });
        // Ends: the reader finds paths, as the cache is never empty.
        for (int i = 0; i < 200_000 || found.get() < 1_000; i++) {
            long number = random.nextInt(100);
            cache.add(10 * number, true, 10 * number + 10, pointer(number));
            if (i % 7 == 0) {
                boolean _ = cache.remove(10 * number, pointer(number));
            }
        }
        done.set(true);
        reader.join();
        assertThat(wrong).as("seed %d", seed).hasValue(0);
    }
}
