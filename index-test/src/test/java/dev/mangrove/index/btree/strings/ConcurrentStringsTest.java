package dev.mangrove.index.btree.strings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.PlainLongKeys;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/** Threads change a tree of byte strings in place at the same time. */
final class ConcurrentStringsTest {
    private static final int THREADS = 4;
    private static final int CHANGES = 8_000;
    private static final int KEYS = 300;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final PlainSpace space = new PlainSpace(1024, 4_000);
    private final LocalLatches latches = new LocalLatches(Host.system());
    private final PlainLongKeys longKeys = new PlainLongKeys();
    private final AtomicLong root = PlainStrings.plant(space, latches);

    private PlainStrings tree() {
        return PlainStrings.of(space, latches, longKeys, root, 9, 100_000);
    }

    private static byte[] key(int number, int prefix) {
        return ("p".repeat(prefix) + number).getBytes(StandardCharsets.UTF_8);
    }

    /** Inserts that found no key minus deletes that found one = 1 if the key exists, else 0. */
    @ParameterizedTest
    @ValueSource(ints = {0, 30, 50})
    void shouldHaveAKeyExactlyWhenInsertsOutnumberDeletes(int prefix)
            throws InterruptedException, ExecutionException {
        AtomicIntegerArray present = new AtomicIntegerArray(KEYS);
        AtomicBoolean done = new AtomicBoolean();
        List<Callable<Void>> bodies = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            SplittableRandom random = new SplittableRandom(seed + thread);
            bodies.add(() -> change(random, prefix, present, done));
        }
        bodies.add(() -> scan(done));
        run(bodies);
        PlainStrings tree = tree();
        for (int i = 0; i < KEYS; i++) {
            assertThat(tree.get(key(i, prefix)) == null ? 0 : 1)
                    .as("seed %d, key %d", seed, i)
                    .isEqualTo(present.get(i));
        }
        assertThat(tree.tree().verify().faults()).as("seed %d", seed).isEmpty();
    }

    private Void change(
            SplittableRandom random, int prefix, AtomicIntegerArray present, AtomicBoolean done) {
        try {
            PlainStrings tree = tree();
            for (int i = 0; i < CHANGES; i++) {
                int number = random.nextInt(KEYS);
                byte[] key = key(number, prefix);
                boolean grows = i / 2_000 % 2 == 0 ? random.nextInt(4) > 0 : random.nextInt(4) == 0;
                if (grows && tree.putIfAbsent(key, new byte[i % 9])) {
                    present.incrementAndGet(number);
                } else if (!grows && tree.remove(key)) {
                    present.decrementAndGet(number);
                }
            }
            return null;
        } finally {
            done.set(true);
        }
    }

    /** Keys that a scan returns ascend, and so none comes twice. */
    private Void scan(AtomicBoolean done) {
        PlainStrings tree = tree();
        while (!done.get()) {
            List<byte[]> found = tree.keys(false);
            for (int i = 1; i < found.size(); i++) {
                assertThat(Arrays.compareUnsigned(found.get(i - 1), found.get(i)))
                        .as("seed %d", seed)
                        .isNegative();
            }
        }
        return null;
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
