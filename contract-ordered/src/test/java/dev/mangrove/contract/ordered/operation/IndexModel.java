package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Executes operations on an index and on a TreeMap and compares the results. Phases in which the
 * index grows alternate with phases in which it shrinks.
 */
final class IndexModel {
    private static final int PHASE = 400;
    private static final int VALUES = 3;

    private final OrderedIndex index;
    private final RandomGenerator random;
    private final TreeMap<Long, Long> model = new TreeMap<>();

    IndexModel(OrderedIndex index, RandomGenerator random) {
        this.index = index;
        this.random = random;
    }

    /** Executes operations on keys that {@code keys} computes from small numbers. */
    void run(int operations, LongUnaryOperator keys) {
        for (int i = 0; i < operations; i++) {
            long key = keys.applyAsLong(random.nextInt(Short.MAX_VALUE));
            boolean shrinking = i / PHASE % 2 == 1;
            if (random.nextInt(10) < 3) {
                ask(key, keys.applyAsLong(random.nextInt(Short.MAX_VALUE)));
            } else if (random.nextInt(10) < (shrinking ? 8 : 2)) {
                delete(key);
            } else {
                change(key);
            }
        }
    }

    /** Compares all entries. */
    void compare() {
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        RangeQuery backwards = RangeQuery.all().reversed();
        assertThat(Lists.entries(index, backwards)).isEqualTo(Lists.expected(model, backwards));
        assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(model.size());
        assertThat(index.verify().orThrow().entries()).isEqualTo(model.size());
        assertThat(index.statistics().entries()).isEqualTo(model.size());
    }

    private void delete(long key) {
        Long next = model.ceilingKey(key);
        long victim = next == null ? key : next;
        if (random.nextInt(3) == 0) {
            long expected = random.nextInt(VALUES);
            assertThat(index.delete(victim, expected))
                    .as("delete %d if it is %d", victim, expected)
                    .isEqualTo(model.remove(victim, expected));
            return;
        }
        assertThat(index.delete(victim))
                .as("delete %d", victim)
                .isEqualTo(model.remove(victim) != null);
    }

    private void change(long key) {
        long value = random.nextInt(VALUES);
        long expected = random.nextInt(VALUES);
        switch (random.nextInt(4)) {
            case 0 ->
                    assertThat(index.putIfAbsent(key, value))
                            .as("putIfAbsent %d", key)
                            .isEqualTo(model.putIfAbsent(key, value) == null);
            case 1 ->
                    assertThat(index.replace(key, expected, value))
                            .as("replace %d", key)
                            .isEqualTo(model.replace(key, expected, value));
            default ->
                    assertThat(index.put(key, value))
                            .as("put %d", key)
                            .isEqualTo(model.put(key, value) == null);
        }
    }

    private void ask(long key, long other) {
        switch (random.nextInt(8)) {
            case 0 -> compareRange(Math.min(key, other), Math.max(key, other));
            case 1 -> {
                long to = Math.max(key, other);
                long from = Math.min(key, other);
                assertThat(index.count(from, to))
                        .as("count %d to %d", from, to)
                        .isEqualTo(model.subMap(from, true, to, true).size());
            }
            case 2 ->
                    assertThat(index.contains(key))
                            .as("contains %d", key)
                            .isEqualTo(model.containsKey(key));
            default ->
                    assertThat(index.getOrDefault(key, -1))
                            .as("get %d", key)
                            .isEqualTo(model.getOrDefault(key, -1L));
        }
    }

    private void compareRange(long from, long to) {
        long limit = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(40);
        RangeQuery query = new RangeQuery(from, to, random.nextBoolean(), limit);
        assertThat(Lists.entries(index, query))
                .as("%s", query)
                .isEqualTo(Lists.expected(model, query));
    }
}
