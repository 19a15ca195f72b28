package dev.mangrove.contract.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.Codec;
import dev.mangrove.index.bytes.Codecs;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What maps of byte strings promise beyond Guava's suites. */
final class BytesMapTest {
    private static Mangrove mangrove;

    @BeforeAll
    static void start() {
        mangrove = Mangrove.embedded();
    }

    @AfterAll
    static void stop() {
        mangrove.close();
    }

    @Test
    void shouldLoseNothingWhenThreadsMergeAndTakeOut() throws Exception {
        ConcurrentNavigableMap<String, Integer> map =
                mangrove.map("merge", Codecs.UTF8, Codecs.INT);
        int threads = 3;
        int each = 100;
        long taken = 0;
        List<Future<Integer>> tasks = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < threads; i++) {
                tasks.add(executor.submit(() -> mergeAndTakeOut(map, each)));
            }
        }
        for (Future<Integer> task : tasks) {
            taken += task.get();
        }
        int left = map.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(taken + left).isEqualTo((long) threads * each);
    }

    /** Adds to two counters, and removes them by several methods; returns the sum removed. */
    private static int mergeAndTakeOut(ConcurrentNavigableMap<String, Integer> map, int times) {
        int taken = 0;
        for (int i = 0; i < times; i++) {
            String key = "counter " + i % 2;
            map.merge(key, 1, Integer::sum);
            int[] was = {0};
            if (i % 5 == 0) {
                map.compute(
                        key,
                        (_, value) -> {
                            was[0] = value == null ? 0 : value;
                            return null;
                        });
            } else if (i % 5 == 1) {
                Map.Entry<String, Integer> first = map.pollFirstEntry();
                was[0] = first == null ? 0 : first.getValue();
            } else if (i % 5 == 2) {
                Integer value = map.get(key);
                was[0] = value != null && map.remove(key, value) ? value : 0;
            }
            taken += was[0];
        }
        return taken;
    }

    /** Values that another program stored in a form that this codec would not choose. */
    @Test
    void shouldComputeWhenCodecWouldStoreTheValueInAnotherForm() {
        Codec<String> lowerCase =
                new Codec<>() {
                    @Override
                    public byte[] encode(String text) {
                        return text.getBytes(UTF_8);
                    }

                    @Override
                    public String decode(byte[] bytes) {
                        return new String(bytes, UTF_8).toLowerCase(Locale.ROOT);
                    }
                };
        try (BytesIndex index = mangrove.bytes("forms")) {
            index.put("key".getBytes(UTF_8), "VALUE".getBytes(UTF_8));
            ConcurrentNavigableMap<String, String> map = index.asMap(Codecs.UTF8, lowerCase);
            int[] calls = {0};
            String computed =
                    map.compute(
                            "key",
                            (_, old) -> {
                                assertThat(++calls[0]).as("calls of the function").isOne();
                                return old + "!";
                            });
            assertThat(computed).isEqualTo("value!");
            index.put("key".getBytes(UTF_8), "VALUE".getBytes(UTF_8));
            assertThat(map.pollFirstEntry()).isEqualTo(Map.entry("key", "value"));
            assertThat(map).isEmpty();
        }
    }

    @Test
    void shouldIterateInSlicesWhenValuesAreLarge() {
        ConcurrentNavigableMap<Integer, byte[]> map =
                mangrove.map("large", Codecs.INT, Codecs.BYTES);
        for (int i = -10; i < 10; i++) {
            map.put(i, new byte[200_000]);
        }
        assertThat(map.descendingKeySet()).startsWith(9, 8).endsWith(-9, -10).hasSize(20);
        assertThat(map.tailMap(0).values()).hasSize(10).allMatch(value -> value.length == 200_000);
        assertThat(map.remove(0, new byte[200_000])).as("compared by bytes").isTrue();
    }

    @Test
    void shouldRefuseKeysThatAreNoKeysOfTheIndex() {
        ConcurrentNavigableMap<String, String> map =
                mangrove.map("refused", Codecs.UTF8, Codecs.UTF8);
        assertThatThrownBy(() -> map.put("", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.put("x".repeat(1025), ""))
                .isInstanceOf(IllegalArgumentException.class);
        Object number = 7;
        assertThatThrownBy(() -> map.get(number)).isInstanceOf(ClassCastException.class);
        map.put("a", "1");
        assertThat(map.tailMap("")).containsOnlyKeys("a");
        assertThat(map.headMap("x".repeat(2000))).containsOnlyKeys("a");
    }
}
