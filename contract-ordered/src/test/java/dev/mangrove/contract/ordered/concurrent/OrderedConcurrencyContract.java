package dev.mangrove.contract.ordered.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** Several clients change the same index. */
public abstract class OrderedConcurrencyContract {
    private static final int CLIENTS = 4;
    private static final int KEYS = 100;

    @Test
    void shouldKeepDisjointKeysOfAll(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        fixture.together(
                CLIENTS,
                (number, client) -> {
                    try (OrderedIndex index = client.open(name)) {
                        for (long i = 0; i < KEYS; i++) {
                            assertThat(index.put(i * CLIENTS + number, number)).isTrue();
                        }
                        for (long i = 0; i < KEYS; i++) {
                            assertThat(index.get(i * CLIENTS + number)).hasValue(number);
                        }
                    }
                });
        OrderedIndex index = fixture.open(name);
        assertThat(index.verify().orThrow().entries()).isEqualTo(CLIENTS * KEYS);
        List<Map.Entry<Long, Long>> all = Lists.all(index);
        assertThat(all).hasSize(CLIENTS * KEYS);
        assertThat(all).allMatch(entry -> entry.getKey() % CLIENTS == entry.getValue());
    }

    @Test
    void shouldLetAllInsertAndDeleteTheirOwn(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        long seed = fixture.random().nextLong();
        fixture.together(
                CLIENTS,
                (number, client) -> {
                    SplittableRandom random = new SplittableRandom(seed + number);
                    boolean[] there = new boolean[KEYS];
                    try (OrderedIndex index = client.open(name)) {
                        for (int i = 0; i < 3 * KEYS; i++) {
                            int own = random.nextInt(KEYS);
                            long key = (long) own * CLIENTS + number;
                            boolean was = there[own];
                            assertThat(was ? index.delete(key) : index.put(key, number))
                                    .as("key %d", key)
                                    .isTrue();
                            there[own] = !was;
                        }
                        for (int own = 0; own < KEYS; own++) {
                            assertThat(index.contains((long) own * CLIENTS + number))
                                    .isEqualTo(there[own]);
                            index.delete((long) own * CLIENTS + number);
                        }
                    }
                });
        assertThat(Lists.all(fixture.open(name))).isEmpty();
    }

    @Test
    void shouldKeepOneOfTheLastValuesOfSharedKeys(IndexFixture fixture) {
        int keys = 20;
        String name = fixture.create(fixture.tiny());
        long seed = fixture.random().nextLong();
        AtomicLongArray last = new AtomicLongArray(CLIENTS * keys);
        fixture.together(
                CLIENTS,
                (number, client) -> {
                    SplittableRandom random = new SplittableRandom(seed + number);
                    try (OrderedIndex index = client.open(name)) {
                        for (long i = 1; i <= 200; i++) {
                            int key = random.nextInt(keys);
                            long value = i * CLIENTS + number;
                            index.put(key, value);
                            last.set(key * CLIENTS + number, value);
                        }
                    }
                });
        for (Map.Entry<Long, Long> entry : Lists.all(fixture.open(name))) {
            int writer = (int) (entry.getValue() % CLIENTS);
            assertThat(entry.getValue())
                    .as("key %d", entry.getKey())
                    .isEqualTo(last.get((int) (entry.getKey() * CLIENTS) + writer));
        }
    }

    @Test
    void shouldLetOneClientPutAnAbsentKey(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        AtomicIntegerArray winners = new AtomicIntegerArray(KEYS);
        fixture.together(
                CLIENTS,
                (number, client) -> {
                    try (OrderedIndex index = client.open(name)) {
                        for (int key = 0; key < KEYS; key++) {
                            if (index.putIfAbsent(key, number)) {
                                winners.addAndGet(key, number + 1000);
                            }
                        }
                    }
                });
        OrderedIndex index = fixture.open(name);
        for (int key = 0; key < KEYS; key++) {
            assertThat(index.get(key)).hasValue(winners.get(key) - 1000L);
        }
    }

    @Test
    void shouldLetOneClientDeleteAKey(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex index = fixture.open(name);
        for (long key = 0; key < KEYS; key++) {
            index.put(key, key);
        }
        AtomicIntegerArray deletions = new AtomicIntegerArray(KEYS);
        fixture.together(
                CLIENTS,
                (number, client) -> {
                    try (OrderedIndex view = client.open(name)) {
                        for (int key = 0; key < KEYS; key++) {
                            if (view.delete(key)) {
                                deletions.incrementAndGet(key);
                            }
                        }
                    }
                });
        for (int key = 0; key < KEYS; key++) {
            assertThat(deletions.get(key)).as("key %d", key).isEqualTo(1);
        }
        assertThat(Lists.all(index)).isEmpty();
    }

    @Test
    void shouldLoseNoReplacement(IndexFixture fixture) {
        int rounds = 50;
        String name = fixture.create(fixture.options());
        fixture.open(name).put(7, 0);
        fixture.together(
                CLIENTS,
                (number, client) -> {
                    try (OrderedIndex index = client.open(name)) {
                        for (int i = 0; i < rounds; i++) {
                            long old;
                            do {
                                old = index.getOrDefault(7, -1);
                            } while (!index.replace(7, old, old + 1));
                        }
                    }
                });
        assertThat(fixture.open(name).get(7)).hasValue((long) CLIENTS * rounds);
    }

    @Test
    void shouldGrowFromTheEmptyTreeOnWithAllAtOnce(IndexFixture fixture) {
        for (int round = 0; round < 3; round++) {
            String name = fixture.create(fixture.tiny());
            fixture.together(
                    CLIENTS,
                    (number, client) -> {
                        try (OrderedIndex index = client.open(name)) {
                            for (long i = 0; i < 20; i++) {
                                assertThat(index.put(i * CLIENTS + number, number)).isTrue();
                            }
                        }
                    });
            assertThat(Lists.keys(fixture.open(name), RangeQuery.all())).hasSize(20 * CLIENTS);
        }
    }
}
