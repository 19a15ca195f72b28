package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** A tree behaves as a TreeMap. */
final class PlainTreeTest {
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @ParameterizedTest
    @CsvSource({"256,3,0", "256,4,4000", "256,6,0"})
    void shouldDoWhatATreeMapDoesWithFewKeysPerPage(int pageSize, int fanout, long cacheBytes) {
        shouldDoWhatATreeMapDoes(pageSize, fanout, cacheBytes);
    }

    @ParameterizedTest
    @CsvSource({"256,9,0", "512,21,0", "1024,45,0", "512,21,100000"})
    void shouldDoWhatATreeMapDoes(int pageSize, int fanout, long cacheBytes) {
        PlainSpace space = new PlainSpace(pageSize, 4000);
        AtomicLong root = PlainTree.plant(space);
        PlainTree tree =
                new PlainTree(
                        space.pages(new LocalLatches(Host.system())), root, fanout, cacheBytes);
        NavigableMap<Long, Long> model = new TreeMap<>();
        for (int phase = 0; phase < 12; phase++) {
            int inserts = phase % 2 == 0 ? 8 : 2;
            long keys = 1L << random.nextInt(4, 11);
            for (int i = 0; i < 2000; i++) {
                long key = random.nextLong(keys) * 3 - keys;
                if (random.nextInt(10) < inserts) {
                    assertThat(tree.put(key, i))
                            .as("seed %d", seed)
                            .isEqualTo(!model.containsKey(key));
                    model.put(key, (long) i);
                } else {
                    assertThat(tree.remove(key))
                            .as("seed %d", seed)
                            .isEqualTo(model.remove(key) != null);
                }
                long other = random.nextLong(keys) * 3 - keys;
                assertThat(tree.get(other))
                        .as("seed %d", seed)
                        .isEqualTo(model.getOrDefault(other, -1L));
            }
            assertThat(tree.entries()).as("seed %d", seed).isEqualTo(model);
            assertSound(tree, model.size());
            compareRange(tree, model, keys);
        }
    }

    private void compareRange(PlainTree tree, NavigableMap<Long, Long> model, long keys) {
        for (int i = 0; i < 20; i++) {
            long from = random.nextLong(-keys, 2 * keys);
            long to = random.nextLong(from, 2 * keys + 1);
            NavigableMap<Long, Long> part = model.subMap(from, true, to, true);
            RangeQuery query = RangeQuery.between(from, to);
            assertThat(tree.entries(query).entrySet())
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(part.entrySet());
            assertThat(tree.entries(query.reversed()).entrySet())
                    .as("seed %d", seed)
                    .containsExactlyElementsOf(part.descendingMap().entrySet());
            assertThat(tree.entries(query.limit(5))).hasSize(Math.min(5, part.size()));
        }
    }

    @Test
    void shouldHoldTheSmallestAndTheLargestKeys() {
        PlainSpace space = new PlainSpace(256, 1000);
        PlainTree tree = PlainTree.alone(space, PlainTree.plant(space), 3);
        NavigableMap<Long, Long> model = new TreeMap<>();
        for (long i = 0; i < 20; i++) {
            for (long key : new long[] {Long.MIN_VALUE + i, Long.MAX_VALUE - i, i}) {
                tree.put(key, i);
                model.put(key, i);
            }
        }
        assertThat(tree.entries()).isEqualTo(model);
        assertThat(tree.entries(RangeQuery.all().reversed()).keySet())
                .containsExactlyElementsOf(model.descendingKeySet());
        assertSound(tree, 60);
        model.forEach((key, value) -> assertThat(tree.get(key)).isEqualTo(value));
        model.keySet().forEach(key -> assertThat(tree.remove(key)).isTrue());
        assertThat(tree.entries()).isEmpty();
        assertSound(tree, 0);
    }

    @Test
    void shouldNotGrowWhenFewKeysPerPageComeAndGo() {
        comeAndGo(6, false);
    }

    @ParameterizedTest
    @CsvSource({"6,true", "9,true", "9,false"})
    void shouldNotGrowWhenKeysComeAndGo(int fanout, boolean inOrder) {
        comeAndGo(fanout, inOrder);
    }

    private void comeAndGo(int fanout, boolean inOrder) {
        PlainSpace space = new PlainSpace(256, 4000);
        PlainTree tree = PlainTree.alone(space, PlainTree.plant(space), fanout);
        int most = 0;
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < 600; i++) {
                tree.put(inOrder ? i : random.nextLong(1 << 20), i);
            }
            for (long key : tree.keys()) {
                tree.remove(key);
            }
            assertThat(tree.entries()).isEmpty();
            assertSound(tree, 0);
            most = round == 2 ? space.inUse() : most;
            if (round > 2) {
                assertThat(space.inUse())
                        .as("seed %d, round %d", seed, round)
                        .isLessThan(2 * most + 40);
            }
        }
    }

    private void assertSound(PlainTree tree, int entries) {
        BTreeVerifier walk = tree.walk();
        assertThat(walk.faults()).as("seed %d", seed).isEmpty();
        assertThat(walk.entries()).isEqualTo(entries);
    }
}
