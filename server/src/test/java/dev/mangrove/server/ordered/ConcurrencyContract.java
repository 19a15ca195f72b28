package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** Several clients change the same index. */
abstract class ConcurrencyContract {
    private static final int CLIENTS = 4;
    private static final int KEYS = 100;

    @Test
    void shouldKeepDisjointKeysOfAll(Place place) {
        String name = place.create(place.tiny());
        place.together(
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
        OrderedIndex index = place.open(name);
        assertThat(index.verify().orThrow().entries()).isEqualTo(CLIENTS * KEYS);
        List<Map.Entry<Long, Long>> all = Lists.all(index);
        assertThat(all).hasSize(CLIENTS * KEYS);
        assertThat(all).allMatch(entry -> entry.getKey() % CLIENTS == entry.getValue());
    }

    @Test
    void shouldLetAllInsertAndDeleteTheirOwn(Place place) {
        String name = place.create(place.tiny());
        long seed = place.random().nextLong();
        place.together(
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
        assertThat(Lists.all(place.open(name))).isEmpty();
    }

    @Test
    void shouldKeepOneOfTheLastValuesOfSharedKeys(Place place) {
        int keys = 20;
        String name = place.create(place.tiny());
        long seed = place.random().nextLong();
        AtomicLongArray last = new AtomicLongArray(CLIENTS * keys);
        place.together(
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
        for (Map.Entry<Long, Long> entry : Lists.all(place.open(name))) {
            int writer = (int) (entry.getValue() % CLIENTS);
            assertThat(entry.getValue())
                    .as("key %d", entry.getKey())
                    .isEqualTo(last.get((int) (entry.getKey() * CLIENTS) + writer));
        }
    }

    @Test
    void shouldLetOneClientPutAnAbsentKey(Place place) {
        String name = place.create(place.tiny());
        AtomicIntegerArray winners = new AtomicIntegerArray(KEYS);
        place.together(
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
        OrderedIndex index = place.open(name);
        for (int key = 0; key < KEYS; key++) {
            assertThat(index.get(key)).hasValue(winners.get(key) - 1000L);
        }
    }

    @Test
    void shouldLetOneClientDeleteAKey(Place place) {
        String name = place.create(place.tiny());
        OrderedIndex index = place.open(name);
        for (long key = 0; key < KEYS; key++) {
            index.put(key, key);
        }
        AtomicIntegerArray deletions = new AtomicIntegerArray(KEYS);
        place.together(
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
    void shouldLoseNoReplacement(Place place) {
        int rounds = 50;
        String name = place.create(place.options());
        place.open(name).put(7, 0);
        place.together(
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
        assertThat(place.open(name).get(7)).hasValue((long) CLIENTS * rounds);
    }

    @Test
    void shouldGrowFromTheEmptyTreeOnWithAllAtOnce(Place place) {
        for (int round = 0; round < 3; round++) {
            String name = place.create(place.tiny());
            place.together(
                    CLIENTS,
                    (number, client) -> {
                        try (OrderedIndex index = client.open(name)) {
                            for (long i = 0; i < 20; i++) {
                                assertThat(index.put(i * CLIENTS + number, number)).isTrue();
                            }
                        }
                    });
            assertThat(Lists.keys(place.open(name), RangeQuery.all())).hasSize(20 * CLIENTS);
        }
    }
}
