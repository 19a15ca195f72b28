package dev.mangrove.index.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.ordered.MapOperations.Operation;

import org.junit.jupiter.api.RepeatedTest;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The map behaves as a TreeMap does, and so do views of views of it. */
final class OrderedMapModelTest {
    private static final int OPERATIONS = 4000;
    private static final int DEEPEST_VIEW = 4;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final MapOperations operations = new MapOperations(random);

    @RepeatedTest(5)
    void shouldDoWhatATreeMapDoes() {
        TreeMap<Long, Long> model = new TreeMap<>();
        OrderedMap map = OrderedMap.of(FakePool.alone());
        for (int i = 0; i < OPERATIONS; i++) {
            compareOnAView(model, map);
        }
        assertThat(map).as("seed %d", seed).isEqualTo(model);
        assertThat(new ArrayList<>(map.keySet())).isEqualTo(new ArrayList<>(model.keySet()));
    }

    private void compareOnAView(NavigableMap<Long, Long> model, OrderedMap map) {
        NavigableMap<Long, Long> expected = model;
        NavigableMap<Long, Long> actual = map;
        List<Operation> path = new ArrayList<>();
        for (int depth = random.nextInt(DEEPEST_VIEW); depth > 0; depth--) {
            Operation view = operations.view();
            path.add(view);
            if (!compare(path, expected, actual)) {
                return;
            }
            expected = cast(view.body().apply(expected));
            actual = cast(view.body().apply(actual));
        }
        path.add(operations.next());
        compare(path, expected, actual);
        assertThat(actual.toString())
                .as("seed %d, %s", seed, path)
                .hasToString(expected.toString());
    }

    /** Compares what the last operation does; whether it ends well. */
    private boolean compare(
            List<Operation> path,
            NavigableMap<Long, Long> expected,
            NavigableMap<Long, Long> actual) {
        Object outcome = path.getLast().outcome(expected);
        assertThat(path.getLast().outcome(actual)).as("seed %d, %s", seed, path).isEqualTo(outcome);
        return outcome instanceof String;
    }

    @SuppressWarnings("unchecked")
    private static NavigableMap<Long, Long> cast(Object view) {
        return (NavigableMap<Long, Long>) view;
    }
}
