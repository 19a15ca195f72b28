package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.latch.LocalLatches;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/** Threads of one server change a tree at the same time. */
final class ConcurrentTreeTest {
    private static final int THREADS = 4;
    private static final int CHANGES = 15_000;
    private static final int KEYS = 600;
    private static final int ONE_LEAF = 40;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final PlainSpace space = new PlainSpace(512, 4000);
    private final AtomicLong root = PlainTree.plant(space);
    private final LocalLatches latches = new LocalLatches(Host.system());

    private PlainTree tree() {
        return new PlainTree(space.pages(latches), root, 21, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepKeysOfDifferentThreadsApart(boolean interleaved)
            throws InterruptedException, ExecutionException {
        NavigableMap<Long, Long> model = new ConcurrentSkipListMap<>();
        List<Callable<Void>> bodies = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            long first = interleaved ? thread : thread * 10_000L;
            long step = interleaved ? THREADS : 1;
            SplittableRandom random = new SplittableRandom(seed + thread);
            bodies.add(
                    () -> {
                        changeOwnKeys(random, first, step, model);
                        return null;
                    });
        }
        run(bodies);
        PlainTree tree = tree();
        assertThat(tree.entries()).as("seed %d", seed).isEqualTo(model);
        assertThat(tree.walk().faults()).as("seed %d", seed).isEmpty();
        assertThat(tree.walk().entries()).isEqualTo(model.size());
    }

    private void changeOwnKeys(
            SplittableRandom random, long first, long step, NavigableMap<Long, Long> all) {
        PlainTree tree = tree();
        NavigableMap<Long, Long> model = new TreeMap<>();
        for (int i = 0; i < CHANGES; i++) {
            long key = first + step * random.nextLong(KEYS);
            if (random.nextInt(CHANGES) > i) {
                assertThat(tree.put(key, i)).isEqualTo(model.put(key, (long) i) == null);
            } else {
                assertThat(tree.remove(key)).isEqualTo(model.remove(key) != null);
            }
            long other = first + step * random.nextLong(KEYS);
            assertThat(tree.get(other)).isEqualTo(model.getOrDefault(other, -1L));
        }
        all.putAll(model);
    }

    /** Inserts that found no key minus deletes that found one = 1 if the key exists, else 0. */
    @Test
    void shouldHaveAKeyExactlyWhenInsertsOutnumberDeletes()
            throws InterruptedException, ExecutionException {
        AtomicIntegerArray present = new AtomicIntegerArray(KEYS);
        List<Callable<Void>> bodies = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            SplittableRandom random = new SplittableRandom(seed + thread);
            bodies.add(
                    () -> {
                        changeSameKeys(random, present);
                        return null;
                    });
        }
        run(bodies);
        PlainTree tree = tree();
        for (int key = 0; key < KEYS; key++) {
            assertThat(tree.get(key) >= 0 ? 1 : 0)
                    .as("seed %d, key %d", seed, key)
                    .isEqualTo(present.get(key));
        }
        assertThat(tree.walk().faults()).as("seed %d", seed).isEmpty();
        assertThat(tree.entries().keySet()).allMatch(key -> present.get(key.intValue()) == 1);
    }

    private void changeSameKeys(SplittableRandom random, AtomicIntegerArray present) {
        PlainTree tree = tree();
        for (int i = 0; i < CHANGES; i++) {
            int key = random.nextInt(KEYS);
            boolean grow = (i / 3000) % 2 == 0 ? random.nextInt(4) > 0 : random.nextInt(4) == 0;
            if (grow && tree.leaves().change(Change.PUT_IF_ABSENT, key, i, 0)) {
                present.incrementAndGet(key);
            } else if (!grow && tree.remove(key)) {
                present.decrementAndGet(key);
            }
        }
    }

    /** Odd keys stay; threads insert and delete even keys. */
    @Test
    void shouldScanWhatStaysWhileOthersComeAndGo() throws InterruptedException, ExecutionException {
        PlainTree tree = tree();
        for (long key = 0; key < KEYS; key++) {
            tree.put(key, key);
        }
        AtomicBoolean done = new AtomicBoolean();
        List<Callable<Void>> bodies = new ArrayList<>();
        bodies.add(() -> comeAndGo(KEYS, done));
        bodies.add(
                () -> {
                    PlainTree reader = tree();
                    while (!done.get()) {
                        List<Long> odd =
                                reader.keys().stream().filter(key -> key % 2 == 1).toList();
                        assertThat(odd).as("seed %d", seed).hasSize(KEYS / 2).isSorted();
                    }
                    return null;
                });
        run(bodies);
    }

    @Test
    void shouldScanEachKeyOnce() throws InterruptedException, ExecutionException {
        AtomicBoolean done = new AtomicBoolean();
        List<Callable<Void>> bodies = new ArrayList<>();
        bodies.add(() -> comeAndGo(ONE_LEAF, done));
        bodies.add(
                () -> {
                    PlainTree reader = tree();
                    while (!done.get()) {
                        assertThat(reader.keys()).as("seed %d", seed).doesNotHaveDuplicates();
                    }
                    return null;
                });
        run(bodies);
    }

    private Void comeAndGo(int keys, AtomicBoolean done) {
        try {
            PlainTree tree = tree();
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 8 * CHANGES; i++) {
                long key = 2 * random.nextLong(keys / 2);
                if (!tree.remove(key)) {
                    tree.put(key, i);
                }
            }
            return null;
        } finally {
            done.set(true);
        }
    }

    private static void run(List<Callable<Void>> bodies)
            throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(bodies.size())) {
            for (Future<Void> end : threads.invokeAll(bodies)) {
                end.get();
            }
        }
    }
}
