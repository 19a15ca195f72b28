package dev.mangrove.index.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.ordered.MapOperations.Operation;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Executes operations on a map and on a TreeMap, and on views of both, and compares. */
public final class MapModel {
    private static final int DEEPEST_VIEW = 4;

    private final RandomGenerator random;
    private final MapOperations operations;
    private final TreeMap<Long, Long> model = new TreeMap<>();

    /** A model without entries. */
    public MapModel(RandomGenerator random) {
        this.random = random;
        operations = new MapOperations(random);
    }

    /** Executes {@code times} operations on an empty map. */
    public void run(OrderedMap map, int times) {
        for (int i = 0; i < times; i++) {
            compareOnAView(map);
        }
        assertThat(map.equals(model)).isTrue();
        assertThat(new ArrayList<>(map.keySet())).isEqualTo(new ArrayList<>(model.keySet()));
    }

    private void compareOnAView(OrderedMap map) {
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
        assertThat(actual.toString()).as("%s", path).isEqualTo(expected.toString());
    }

    /** Compares the results of an operation; returns whether it ends normally. */
    private static boolean compare(
            List<Operation> path,
            NavigableMap<Long, Long> expected,
            NavigableMap<Long, Long> actual) {
        Object outcome = path.getLast().outcome(expected);
        assertThat(path.getLast().outcome(actual)).as("%s", path).isEqualTo(outcome);
        return outcome instanceof String;
    }

    @SuppressWarnings("unchecked")
    private static NavigableMap<Long, Long> cast(Object view) {
        return (NavigableMap<Long, Long>) view;
    }
}
