package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.IndexNotFoundException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Batches of operations. */
public abstract class BatchContract {
    private static final ViewOptions BY_VERBS = ViewOptions.DEFAULT.withInPlace(false);
    private static final List<ViewOptions> KINDS =
            List.of(ViewOptions.DEFAULT, BY_VERBS, BY_VERBS.withCacheBytes(0));
    private static final int KEYS = 150;
    private static final int VALUES = 3;
    private static final int PAGE = 4096;
    private static final int FANOUT = 4;

    @Test
    void shouldDoWhatATreeMapDoesOperationByOperation(IndexFixture fixture) {
        for (ViewOptions kind : KINDS) {
            OrderedIndex index = fixture.open(fixture.create(fixture.tiny()), kind);
            TreeMap<Long, Long> model = new TreeMap<>();
            OrderedBatch batch = new OrderedBatch();
            for (int size : new int[] {300, 1, 64, 2, 65, 63, 300, 0, 64, 300}) {
                draw(batch.clear(), size, fixture.random());
                assertThat(index.applyAll(batch)).isZero();
                assertResults(batch, model, fixture.seed());
                assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
            }
            assertThat(index.verify().orThrow().entries()).isEqualTo(model.size());
        }
    }

    /** Often several operations on one key; phases of growth and of decline. */
    private static void draw(OrderedBatch batch, int size, RandomGenerator random) {
        int deletes = random.nextInt(1, 6);
        for (int i = 0; i < size; i++) {
            long key = random.nextInt(KEYS);
            long value = random.nextInt(VALUES);
            switch (random.nextInt(6 + deletes)) {
                case 0, 1 -> batch.get(key);
                case 2, 3 -> batch.put(key, value);
                case 4 -> batch.putIfAbsent(key, value);
                case 5 -> batch.replace(key, random.nextInt(VALUES), value);
                case 6 -> batch.delete(key, value);
                default -> batch.delete(key);
            }
        }
    }

    private static void assertResults(OrderedBatch batch, Map<Long, Long> model, long seed) {
        for (int i = 0; i < batch.size(); i++) {
            long key = batch.key(i);
            Long before = model.get(key);
            boolean expected =
                    switch (batch.operation(i)) {
                        case GET -> before != null;
                        case PUT -> model.put(key, batch.newValue(i)) == null;
                        case PUT_IF_ABSENT -> model.putIfAbsent(key, batch.newValue(i)) == null;
                        case REPLACE -> model.replace(key, batch.expected(i), batch.newValue(i));
                        case DELETE -> model.remove(key) != null;
                        case DELETE_IF_EQUAL -> model.remove(key, batch.expected(i));
                    };
            assertThat(batch.result(i))
                    .as("%s of %d at %d, seed %d", batch.operation(i), key, i, seed)
                    .isEqualTo(expected);
            if (batch.operation(i) == OrderedBatch.Operation.GET) {
                assertThat(batch.valueOrDefault(i, -1)).isEqualTo(before == null ? -1 : before);
            }
        }
    }

    @Test
    void shouldKeepTheOrderOfOperationsOnOneKey(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        for (ViewOptions kind : KINDS) {
            OrderedBatch batch = new OrderedBatch();
            for (long key = 0; key < 20; key++) {
                batch.put(key, 1).get(key).replace(key, 1, 2).get(key).delete(key, 2).get(key);
            }
            assertThat(fixture.open(name, kind).applyAll(batch)).isZero();
            for (int i = 0; i < batch.size(); i += 6) {
                assertThat(batch.result(i)).as("new").isTrue();
                assertThat(batch.valueOrDefault(i + 1, 0)).isEqualTo(1);
                assertThat(batch.result(i + 2)).as("replaced").isTrue();
                assertThat(batch.valueOrDefault(i + 3, 0)).isEqualTo(2);
                assertThat(batch.result(i + 4)).as("deleted").isTrue();
                assertThat(batch.result(i + 5)).as("present").isFalse();
            }
        }
    }

    @Test
    void shouldPutManyKeys(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        long[] keys = LongStream.range(0, 200).map(i -> i * 7919 % 1000).toArray();
        long[] values = LongStream.of(keys).map(key -> ~key).toArray();
        assertThat(index.putAll(keys, values)).isEqualTo(200);
        assertThat(index.putAll(keys, keys)).isZero();
        for (long key : keys) {
            assertThat(index.get(key)).hasValue(key);
        }
        assertThatThrownBy(() -> index.putAll(keys, new long[199]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("values=199");
    }

    @Test
    void shouldNeedFarFewerRoundTripsThanSinglePuts(IndexFixture fixture) {
        fixture.needServers();
        fixture.needViews();
        String name = fixture.create(fixture.options());
        long[] keys = LongStream.range(0, 2_000).toArray();
        fixture.open(name).bulkLoad(Lists.stream(keys), 0.5);
        OrderedIndex view = fixture.open(name, BY_VERBS);
        OrderedBatch batch = new OrderedBatch();
        for (int i = 0; i < 64; i++) {
            batch.put(keys[i * 31], i);
        }
        assertThat(view.applyAll(batch)).isZero(); // Fills the cache.
        OrderedCosts before = view.costs();
        assertThat(view.applyAll(batch)).isZero();
        long many = view.costs().since(before).roundTrips();
        assertThat(many).isBetween(1L, 12L * fixture.servers());
    }

    /** Each client puts all keys if absent, then deletes them if they have its own value. */
    @Test
    void shouldMeetEachConditionOnceWhenSeveralClientsRace(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        AtomicIntegerArray put = new AtomicIntegerArray(KEYS);
        AtomicIntegerArray deleted = new AtomicIntegerArray(KEYS);
        List<long[]> orders = Stream.generate(() -> shuffled(fixture.random())).limit(3).toList();
        fixture.together(
                3,
                (number, client) -> {
                    ViewOptions kind = number == 0 ? ViewOptions.DEFAULT : BY_VERBS;
                    long[] keys = orders.get(number);
                    try (OrderedIndex index = client.open(name, kind)) {
                        OrderedBatch puts = new OrderedBatch();
                        OrderedBatch deletes = new OrderedBatch();
                        for (long key : keys) {
                            puts.putIfAbsent(key, number);
                            deletes.delete(key, number);
                        }
                        assertThat(index.applyAll(puts)).isZero();
                        count(puts, put);
                        assertThat(index.applyAll(deletes)).isZero();
                        count(deletes, deleted);
                    }
                });
        for (int key = 0; key < KEYS; key++) {
            assertThat(put.get(key)).as("key %d, seed %d", key, fixture.seed()).isPositive();
            assertThat(deleted.get(key)).as("key %d", key).isEqualTo(put.get(key));
        }
        assertThat(Lists.all(fixture.open(name))).isEmpty();
    }

    private static long[] shuffled(RandomGenerator random) {
        return random.longs(0, KEYS).distinct().limit(KEYS).toArray();
    }

    private static void count(OrderedBatch batch, AtomicIntegerArray met) {
        for (int i = 0; i < batch.size(); i++) {
            if (batch.result(i)) {
                met.incrementAndGet((int) batch.key(i));
            }
        }
    }

    @Test
    void shouldReportTheOthersResultsWhenMemoryIsUsedUp(IndexFixture fixture) {
        fixture.needServers();
        fixture.needSpeed();
        IndexClient client = fixture.apart(AddressSpace.CHUNK_BYTES);
        String name = fixture.newName();
        client.create(name, fixture.options().withPageSize(PAGE).withFanout(FANOUT));
        try (OrderedIndex loader = client.open(name);
                OrderedIndex index = client.open(name, BY_VERBS)) {
            long[] loaded = evenKeys(fixture.servers() * AddressSpace.CHUNK_BYTES / PAGE * 5 / 2);
            assertThat(loader.bulkLoad(Lists.stream(loaded), 1)).isEqualTo(loaded.length);
            OrderedBatch batch = new OrderedBatch();
            int failed = 0;
            for (int first = 0; failed == 0; first += 50 * FANOUT) {
                batch.clear();
                for (int i = first; i < first + 50 * FANOUT; i += FANOUT) {
                    batch.put(loaded[i] + 1, i).get(loaded[i]).put(loaded[i], i);
                }
                failed = index.applyAll(batch);
            }
            assertThat(failed).isEqualTo(batch.failed());
            assertOnlyNewKeysFailed(index, batch);
            assertThat(index.verify().orThrow().entries()).isGreaterThan(loaded.length);
        }
    }

    /** Distributed over all keys, so that all servers have some. */
    private static long[] evenKeys(long count) {
        long stride = Long.MAX_VALUE / count * 2;
        return LongStream.range(0, count).map(i -> Long.MIN_VALUE + i * stride).toArray();
    }

    private static void assertOnlyNewKeysFailed(OrderedIndex index, OrderedBatch batch) {
        for (int i = 0; i < batch.size(); i += 3) {
            boolean put = batch.failure(i) == null;
            assertThat(index.contains(batch.key(i))).isEqualTo(put);
            if (!put) {
                assertThat(batch.failure(i))
                        .isInstanceOf(MemoryExhaustedException.class)
                        .hasMessageContaining("memory");
            }
            assertThat(batch.result(i + 1)).as("present").isTrue();
            assertThat(batch.result(i + 2)).as("new").isFalse();
        }
    }

    @Test
    void shouldThrowWhenTheIndexHasBeenDropped(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex index = fixture.open(name);
        index.put(1, 1);
        fixture.client().drop(name);
        fixture.forget(name);
        OrderedBatch batch = new OrderedBatch().put(2, 2).get(1);
        assertThat(
                        fixture.eventually(
                                () -> {
                                    try {
                                        return index.applyAll(batch) == 2
                                                && batch.failure(0)
                                                        instanceof IndexNotFoundException;
                                    } catch (IndexNotFoundException e) {
                                        return true;
                                    }
                                }))
                .isTrue();
    }
}
