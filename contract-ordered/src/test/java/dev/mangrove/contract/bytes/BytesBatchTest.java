package dev.mangrove.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.contract.ordered.fixture.ContractMachines;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.RealMachine;
import dev.mangrove.contract.ordered.fixture.ServerPool;
import dev.mangrove.contract.ordered.fixture.SimMachines;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Batches and futures of byte strings, with three servers. */
final class BytesBatchTest {
    private static final int SERVERS = 3;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final BytesOptions TINY = BytesOptions.DEFAULT.withPageSize(512).withFanout(4);

    /** A test of an index. */
    private interface Work {
        void run(BytesIndex index) throws Exception;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sim",
                "shm",
                "tcp",
                "sim sherman",
                "sim cell",
                "shm sherman",
                "shm cell",
                "tcp sherman",
                "tcp cell",
                "sim fine",
                "tcp fine"
            })
    void shouldFollowSortedMapWhenOperationsComeInBatches(String fabric) throws Throwable {
        long seed = Long.getLong("mangrove.seed", System.nanoTime());
        System.out.println("seed " + seed);
        on(fabric, 16, index -> follow(index, new SplittableRandom(seed)));
    }

    private static void follow(BytesIndex index, SplittableRandom random) {
        Map<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        BytesBatch batch = new BytesBatch();
        for (int round = 0; round < 8; round++) {
            batch.clear();
            List<Object> expected = new ArrayList<>();
            for (int i = random.nextInt(200); i >= 0; i--) {
                expected.add(add(batch, model, random));
            }
            assertThat(index.applyAll(batch)).isZero();
            for (int i = 0; i < batch.size(); i++) {
                boolean returns =
                        batch.operation(i) == BytesBatch.Operation.GET
                                || batch.operation(i) == BytesBatch.Operation.GET_AND_PUT;
                Object actual = returns ? batch.value(i) : (Object) batch.result(i);
                assertThat(actual).as("%s", batch.operation(i)).isEqualTo(expected.get(i));
            }
        }
        assertThat(index.count(BytesRange.all())).isEqualTo(model.size());
        assertThat(index.verify().orThrow().spare()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sim", "sim sherman", "sim cell", "tcp sherman", "tcp cell", "sim fine"})
    void shouldTakeExpiredEntriesForAbsentWhenOperationsComeInBatches(String fabric)
            throws Throwable {
        on(fabric, 16, BytesBatchTest::changeExpired);
    }

    private static void changeExpired(BytesIndex index) {
        BytesBatch batch = new BytesBatch();
        for (int i = 0; i < 64; i++) {
            byte[] key = key("key " + i);
            index.put(key, key, Duration.ofHours(1));
            boolean _ = i % 2 == 0 || index.expire(key, Duration.ZERO);
            switch (i % 8) {
                case 0, 1 -> batch.put(key, key("new"));
                case 2, 3 -> batch.putIfAbsent(key, key("new"));
                case 4, 5 -> batch.replace(key, key, key("new"));
                default -> batch.delete(key);
            }
        }
        assertThat(index.applyAll(batch)).isZero();
        for (int i = 0; i < 64; i++) {
            boolean expired = i % 2 != 0;
            assertThat(batch.result(i)).as("operation %d", i).isEqualTo(expired == i % 8 < 4);
            boolean there = i % 8 < 4 || i % 8 == 4;
            assertThat(index.contains(key("key " + i))).as("key %d", i).isEqualTo(there);
        }
        assertThat(index.count(BytesRange.all())).isEqualTo(40);
        assertThat(index.verify().faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sim",
                "shm",
                "tcp",
                "sim sherman",
                "sim cell",
                "shm sherman",
                "shm cell",
                "tcp sherman",
                "tcp cell",
                "sim fine",
                "tcp fine"
            })
    void shouldAddAndChangeLifetimesWhenOperationsComeInBatches(String fabric) throws Throwable {
        on(fabric, 16, BytesBatchTest::changeLifetimes);
    }

    private static void changeLifetimes(BytesIndex index) {
        Duration hour = Duration.ofHours(1);
        BytesBatch batch = new BytesBatch();
        for (int i = 0; i < 70; i++) {
            byte[] key = key("sum " + i);
            byte[] lasting = key("lasting " + i);
            batch.add(key, i).add(key, 1).put(lasting, new byte[i], hour).persist(lasting);
            batch.put(key("short " + i), new byte[i], hour).expire(key("short " + i), hour);
            batch.add(key("hourly " + i), 5, hour).expire(key("none " + i), hour);
            batch.put(key("gone " + i), new byte[i]).expire(key("gone " + i), Duration.ZERO);
        }
        assertThat(index.applyAll(batch)).isZero();
        boolean[] results = {true, false, true, true, true, true, true, false, true, true};
        for (int i = 0; i < batch.size(); i++) {
            assertThat(batch.result(i))
                    .as("%s at %d", batch.operation(i), i)
                    .isEqualTo(results[i % results.length]);
        }
        for (int i = 0; i < 70; i++) {
            assertThat(batch.sum(10 * i)).isEqualTo(i);
            assertThat(batch.sum(10 * i + 1)).isEqualTo(i + 1);
            assertThat(index.add(key("sum " + i), 0)).isEqualTo(i + 1);
            assertThat(index.get(key("lasting " + i))).isEqualTo(new byte[i]);
            assertThat(index.ttl(key("lasting " + i))).isEmpty();
            assertThat(index.ttl(key("short " + i)).orElseThrow())
                    .isBetween(MINUTE, hour.plus(MINUTE));
            assertThat(index.ttl(key("hourly " + i))).isPresent();
            assertThat(index.contains(key("gone " + i))).isFalse();
        }
        assertThatThrownBy(() -> batch.sum(2)).isInstanceOf(IllegalStateException.class);
        assertThat(index.count(BytesRange.all())).isEqualTo(4 * 70);
        assertThat(index.verify().faults()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sim",
                "shm",
                "sim sherman",
                "sim cell",
                "shm sherman",
                "shm cell",
                "tcp fine"
            })
    void shouldFailOnlyTheAdditionToWhatIsNoCounter(String fabric) throws Throwable {
        on(
                fabric,
                16,
                index -> {
                    index.put(key("text"), key("12345"));
                    BytesBatch batch =
                            new BytesBatch().add(key("a"), 1).add(key("text"), 1).add(key("a"), 1);
                    assertThat(index.applyAll(batch)).isOne();
                    assertThat(batch.failure(1)).isInstanceOf(IllegalArgumentException.class);
                    assertThat(batch.sum(2)).isEqualTo(2);
                    assertThat(index.get(key("text"))).isEqualTo(key("12345"));
                    int size = batch.size();
                    assertThatThrownBy(() -> batch.expire(key("a"), Duration.ofNanos(-1)))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThat(batch.size()).isEqualTo(size);
                });
    }

    /** Adds an operation to a batch and executes it on the model; returns what it returns. */
    private static Object add(
            BytesBatch batch, Map<byte[], byte[]> model, SplittableRandom random) {
        byte[] key = key("key " + random.nextInt(40));
        byte[] value = new byte[random.nextInt(40) * random.nextInt(50)];
        random.nextBytes(value);
        byte[] before = model.get(key);
        return switch (random.nextInt(5)) {
            case 0 -> {
                batch.get(key);
                yield before;
            }
            case 1 -> {
                batch.delete(key);
                yield model.remove(key) != null;
            }
            case 2 -> {
                batch.putIfAbsent(key, value);
                yield model.putIfAbsent(key, value) == null;
            }
            case 3 -> {
                batch.getAndPut(key, value);
                yield model.put(key, value);
            }
            default -> {
                byte[] wanted = before == null ? value : before;
                batch.replace(key, wanted, value);
                yield before != null && model.put(key, value) != null;
            }
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sim",
                "shm",
                "sim sherman",
                "sim cell",
                "shm sherman",
                "shm cell",
                "tcp sherman",
                "tcp cell"
            })
    void shouldReturnOtherResultsWhenOneOperationFails(String fabric) throws Throwable {
        on(
                fabric,
                16,
                index -> {
                    BytesBatch batch =
                            new BytesBatch()
                                    .put(key("a"), key("1"))
                                    .put(new byte[0], key("no key"))
                                    .put(key("b"), new byte[(1 << 20) + 1])
                                    .get(key("a"));
                    assertThat(index.applyAll(batch)).isEqualTo(2);
                    assertThat(batch.result(0)).isTrue();
                    assertThat(batch.failure(1)).isInstanceOf(IllegalArgumentException.class);
                    assertThat(batch.failure(2)).isInstanceOf(IllegalArgumentException.class);
                    assertThat(batch.value(3)).isEqualTo(key("1"));
                    assertThatThrownBy(() -> batch.value(0))
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sim",
                "shm",
                "sim sherman",
                "sim cell",
                "shm sherman",
                "shm cell",
                "tcp sherman",
                "tcp cell"
            })
    void shouldFailOnlyPutsWithoutMemoryWhenItRunsOut(String fabric) throws Throwable {
        on(
                fabric,
                1,
                index -> {
                    index.put(key("first"), key("1"));
                    BytesBatch batch = new BytesBatch();
                    for (int i = 0; i < 60; i++) {
                        batch.put(key("large " + i), new byte[1 << 20]).get(key("first"));
                    }
                    assertThat(index.applyAll(batch)).isPositive();
                    int stored = 0;
                    for (int i = 0; i < batch.size(); i += 2) {
                        RuntimeException failure = batch.failure(i);
                        stored += failure == null ? 1 : 0;
                        assertThat(failure == null || failure instanceof MemoryExhaustedException)
                                .as("%s", failure)
                                .isTrue();
                        assertThat(batch.value(i + 1)).isEqualTo(key("1"));
                    }
                    assertThat(index.count(BytesRange.all())).isEqualTo(1L + stored);
                    assertThat(index.verify().orThrow().spare()).isZero();
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sim",
                "shm",
                "tcp",
                "sim sherman",
                "sim cell",
                "shm sherman",
                "shm cell",
                "tcp sherman",
                "tcp cell"
            })
    void shouldFindAllValuesWhenTheyAreLongerThanOneAnswer(String fabric) throws Throwable {
        on(
                fabric,
                16,
                index -> {
                    byte[][] keys = new byte[20][];
                    byte[][] values = new byte[20][];
                    for (int i = 0; i < keys.length; i++) {
                        keys[i] = key("key " + i);
                        values[i] = new byte[300_000 + i];
                        Arrays.fill(values[i], (byte) i);
                    }
                    assertThat(index.putAll(keys, values)).isEqualTo(20);
                    assertThat(index.getAll(keys)).isDeepEqualTo(values);
                    assertThat(index.putAll(keys, values)).isZero();
                    assertThat(index.getAll(key("none"), keys[7])[0]).isNull();
                    assertThatThrownBy(() -> index.putAll(keys, new byte[3][]))
                            .isInstanceOf(IllegalArgumentException.class);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "shm", "sim sherman", "sim cell", "shm sherman", "shm cell"})
    void shouldSendOneMessageToEachServerWhenBatchIsSmall(String fabric) throws Throwable {
        on(
                fabric,
                16,
                index -> {
                    byte[][] keys = new byte[60][];
                    for (int i = 0; i < keys.length; i++) {
                        keys[i] = key("key " + i);
                    }
                    long before = index.statistics().roundTrips();
                    long surveys = index.statistics().roundTrips() - before;
                    before += surveys;
                    assertThat(Arrays.asList(index.getAll(keys))).hasSize(60).containsOnlyNulls();
                    assertThat(index.statistics().roundTrips() - before - surveys)
                            .isLessThanOrEqualTo(SERVERS);
                });
    }

    @Test
    void shouldCompleteFuturesWhenOperationsHaveEnded() throws Exception {
        try (Mangrove mangrove = Mangrove.embedded();
                BytesIndex index = mangrove.bytes("futures")) {
            byte[] key = key("key");
            assertThat(index.async().put(key, key("1")).get()).isTrue();
            assertThat(index.async().get(key).get()).isEqualTo(key("1"));
            assertThat(index.async().get(key("none")).get()).isNull();
            assertThat(index.async().getAndPut(key, key("2")).get()).isEqualTo(key("1"));
            assertThat(index.async().replace(key, key("1"), key("3")).get()).isFalse();
            assertThat(index.async().putIfAbsent(key, key("3")).get()).isFalse();
            assertThat(index.async().delete(key, key("2")).get()).isTrue();
            assertThat(index.async().delete(key).get()).isFalse();
            assertThat(index.async().add(key("sum"), 5).get()).isEqualTo(5);
            CompletableFuture<BytesBatch> batch =
                    index.async().applyAll(new BytesBatch().get(key("sum")));
            assertThat(batch.get().result(0)).isTrue();
            assertThat(index.async().count(BytesRange.all()).get()).isOne();
            assertThat(index.async().getAll(key("none"), key("sum")).get()[1]).hasSize(8);
            Duration hour = Duration.ofHours(1);
            assertThat(index.async().put(key, key("4"), hour).get()).isTrue();
            assertThat(index.async().ttl(key).get()).isPresent();
            assertThat(index.async().persist(key).get()).isTrue();
            assertThat(index.async().ttl(key).get()).isEmpty();
            assertThat(index.async().expire(key, Duration.ZERO).get()).isTrue();
            assertThat(index.async().get(key).get()).isNull();
            assertThat(index.async().add(key, 7, hour).get()).isEqualTo(7);
            assertThat(index.ttl(key)).isPresent();
            assertThat(index.async().put(new byte[0], key))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(IllegalArgumentException.class);
        }
    }

    private static void on(String fabric, int chunks, Work work) throws Throwable {
        String name = fabric.split(" ", -1)[0];
        String[] words = fabric.split(" ", -1);
        BytesOptions options = words.length > 1 ? TINY.withDesign(Design.of(words[1])) : TINY;
        try (ContractMachines machines =
                name.equals("sim") ? new SimMachines(1) : new RealMachine(name)) {
            machines.run(
                    () -> {
                        try (ServerPool pool =
                                        new ServerPool(
                                                machines,
                                                SERVERS,
                                                chunks * AddressSpace.CHUNK_BYTES);
                                IndexClient client = pool.connect(machines.home());
                                BytesIndex index = client.mangrove().createBytes("b", options)) {
                            work.run(index);
                        }
                    });
        }
    }

    private static byte[] key(String text) {
        return text.getBytes(UTF_8);
    }
}
