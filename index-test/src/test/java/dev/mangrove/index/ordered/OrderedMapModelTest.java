package dev.mangrove.index.ordered;

import org.junit.jupiter.api.RepeatedTest;

import java.util.SplittableRandom;

/** The map behaves as a TreeMap does, and so do views of views of it. */
final class OrderedMapModelTest {
    private static final int OPERATIONS = 4000;

    @RepeatedTest(5)
    void shouldDoWhatATreeMapDoes() {
        long seed = Long.getLong("mangrove.seed", System.nanoTime());
        try {
            OrderedMap map = OrderedMap.of(FakePool.alone());
            new MapModel(new SplittableRandom(seed)).run(map, OPERATIONS);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("again with -Dmangrove.seed=" + seed + ": " + e, e);
        }
    }
}
