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
import dev.mangrove.fabric.Meter;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.params.ParameterizedTest;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Filling an empty index of byte strings from a sorted stream, in all designs. */
final class BytesLoadTest {
    private static final String NAME = "loaded";
    private static final int SERVERS = 3;
    private static final int PAGE = 512;
    private static final int FANOUT = 4;

    /** A test of an index. */
    private interface Work {
        void run(Mangrove client, BytesIndex index) throws Exception;
    }

    @ParameterizedTest
    @Places({
        "sim coarse",
        "shm coarse",
        "tcp coarse",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp sherman",
        "tcp cell",
        "sim fine",
        "shm fine",
        "tcp fine"
    })
    void shouldHoldAllEntriesWhenTheyAreLoaded(String where) throws Throwable {
        on(
                where,
                16,
                (_, index) -> {
                    NavigableMap<byte[], byte[]> sorted = entries(TestSize.FULL ? 600 : 200, 7);
                    sorted.put(key("key 77"), new byte[300_000]);
                    assertThat(index.bulkLoad(stream(sorted), 0.8)).isEqualTo(sorted.size());
                    assertSame(index, sorted);
                    sorted.forEach((key, value) -> assertThat(index.get(key)).isEqualTo(value));
                    assertThatThrownBy(() -> index.bulkLoad(stream(sorted), 0.8))
                            .isInstanceOf(IllegalStateException.class);
                    assertThat(index.verify().orThrow().spare()).isZero();
                    change(index, sorted);
                });
    }

    /** Changes of loaded entries free their extents, and fill and split their pages. */
    private static void change(BytesIndex index, NavigableMap<byte[], byte[]> model) {
        SplittableRandom random = new SplittableRandom(8);
        for (byte[] key : model.keySet().toArray(byte[][]::new)) {
            switch (random.nextInt(4)) {
                case 0 -> assertThat(index.delete(key)).isEqualTo(model.remove(key) != null);
                case 1 -> {
                    byte[] near = Arrays.copyOf(key, key.length + 1);
                    assertThat(index.put(near, key)).isEqualTo(model.put(near, key) == null);
                }
                default -> assertThat(index.getAndPut(key, key)).isEqualTo(model.put(key, key));
            }
        }
        assertSame(index, model);
        assertThat(index.verify().orThrow().spare()).isZero();
    }

    @ParameterizedTest
    @Places({
        "sim coarse",
        "shm coarse",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "shm fine"
    })
    void shouldLoadNothingWhenTheStreamIsNotSortedOrFails(String where) throws Throwable {
        on(
                where,
                16,
                (_, index) -> {
                    NavigableMap<byte[], byte[]> falling =
                            new TreeMap<>((a, b) -> Arrays.compareUnsigned(b, a));
                    falling.putAll(entries(300, 1));
                    assertNothing(index, stream(falling), IllegalArgumentException.class);
                    byte[] key = key("twice");
                    assertNothing(index, stream(key, key), IllegalArgumentException.class);
                    assertNothing(index, stream(key, new byte[0]), IllegalArgumentException.class);
                    assertNothing(index, failing(300), ArithmeticException.class);
                    assertThatThrownBy(() -> index.bulkLoad(stream(key), 0))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> index.bulkLoad(stream(key), 1.1))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThat(index.bulkLoad(stream(), 1)).isZero();
                    assertThat(index.bulkLoad(stream(key), 1)).isOne();
                    assertThat(index.get(key)).isEqualTo(key);
                });
    }

    private static void assertNothing(
            BytesIndex index, BytesEntries stream, Class<? extends Throwable> reason) {
        assertThatThrownBy(() -> index.bulkLoad(stream, 1)).isInstanceOf(reason);
        assertThat(index.count(BytesRange.all())).isZero();
        assertThat(index.verify().orThrow().spare()).isZero();
        assertThat(index.statistics().extents()).isZero();
    }

    /** Another view goes on with its copies of the tree before the load. */
    @ParameterizedTest
    @Places({
        "sim coarse",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp sherman",
        "tcp cell",
        "tcp fine"
    })
    void shouldLoadAnEmptiedIndexMoreThanOnce(String where) throws Throwable {
        on(
                where,
                16,
                (client, index) -> {
                    try (BytesIndex other = client.openBytes(NAME)) {
                        int more = TestSize.FULL ? 400 : 120;
                        for (int count : new int[] {more / 2, 20, more}) {
                            NavigableMap<byte[], byte[]> model = entries(count, count);
                            assertThat(index.bulkLoad(stream(model), 0.7)).isEqualTo(model.size());
                            assertSame(other, model);
                            model.put(key("~"), key("~"));
                            assertThat(other.put(key("~"), key("~"))).isTrue();
                            assertThatThrownBy(() -> index.bulkLoad(stream(key("a")), 1))
                                    .isInstanceOf(IllegalStateException.class);
                            assertSame(index, model);
                            model.keySet().forEach(key -> assertThat(other.delete(key)).isTrue());
                        }
                    }
                    assertThat(index.verify().orThrow().spare()).isZero();
                });
    }

    /** Another client puts a key while the loader writes. */
    @ParameterizedTest
    @Places({
        "sim coarse",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp sherman",
        "tcp cell",
        "shm fine"
    })
    void shouldLoadNothingWhenAnotherClientPutsAKeyMeanwhile(String where) throws Throwable {
        on(
                where,
                16,
                (client, index) -> {
                    NavigableMap<byte[], byte[]> model = entries(200, 3);
                    try (BytesIndex other = client.openBytes(NAME)) {
                        BytesEntries stream =
                                watched(
                                        stream(model),
                                        entry -> {
                                            if (entry == 100) {
                                                assertThat(other.count(BytesRange.all())).isZero();
                                                assertThat(other.put(key("k"), key("v"))).isTrue();
                                            }
                                        });
                        assertThatThrownBy(() -> index.bulkLoad(stream, 0.7))
                                .isInstanceOf(IllegalStateException.class);
                    }
                    assertThat(index.get(key("k"))).isEqualTo(key("v"));
                    if (!where.endsWith("coarse")) { // There each server has a load of its own.
                        assertThat(index.count(BytesRange.all())).isOne();
                        assertThat(index.statistics().extents()).isZero();
                    }
                    assertThat(index.verify().orThrow().spare()).isZero();
                });
    }

    @ParameterizedTest
    @Places({
        "sim coarse",
        "shm coarse",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp fine"
    })
    void shouldLeaveNothingBehindWhenALoadDoesNotFit(String where) throws Throwable {
        on(
                where,
                1,
                (_, index) -> {
                    NavigableMap<byte[], byte[]> tooMany = map();
                    for (int i = 0; i < 3_000; i++) {
                        tooMany.put(key("%05d".formatted(i) + "k".repeat(i % 90)), new byte[9_000]);
                    }
                    assertThatThrownBy(() -> index.bulkLoad(stream(tooMany), 1))
                            .isInstanceOf(MemoryExhaustedException.class);
                    assertThat(index.count(BytesRange.all())).isZero();
                    assertThat(index.verify().orThrow().spare()).isZero();
                    assertThat(index.statistics().extents()).isZero();
                    NavigableMap<byte[], byte[]> fewer = map();
                    tooMany.keySet().stream().limit(1_000).forEach(k -> fewer.put(k, k));
                    assertThat(index.bulkLoad(stream(fewer), 1)).isEqualTo(1_000);
                    assertSame(index, fewer);
                });
    }

    @ParameterizedTest
    @Places({"sim sherman", "sim cell", "tcp sherman", "tcp cell", "sim fine"})
    void shouldNeedFarFewerRoundTripsThanEntries(String where) throws Throwable {
        on(
                where,
                16,
                (client, _) -> {
                    Session session = ClientAccess.of(client).session();
                    ViewOptions byVerbs = ViewOptions.DEFAULT.withInPlace(false);
                    try (BytesIndex index = BytesIndexes.open(session, NAME, byVerbs)) {
                        NavigableMap<byte[], byte[]> many = map();
                        for (int i = 0; i < 5_000; i++) {
                            many.put(key("%06d".formatted(i) + "k".repeat(i % 60)), new byte[100]);
                        }
                        long before = roundTrips(session);
                        assertThat(index.bulkLoad(stream(many), 1)).isEqualTo(many.size());
                        assertThat(roundTrips(session) - before).isLessThan(many.size() / 20);
                        assertSame(index, many);
                    }
                });
    }

    private static long roundTrips(Session session) {
        return Arrays.stream(session.meters()).mapToLong(Meter::roundTrips).sum();
    }

    /** Keys with long common prefixes, some too long for a line, and values of many lengths. */
    private static NavigableMap<byte[], byte[]> entries(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        NavigableMap<byte[], byte[]> entries = map();
        while (entries.size() < count) {
            String text = "x".repeat(30 * random.nextInt(3)) + random.nextInt(10_000);
            byte[] value = new byte[random.nextInt(12) * random.nextInt(40)];
            random.nextBytes(value);
            entries.put(key(text + "0".repeat(random.nextInt(60))), value);
        }
        return entries;
    }

    private static NavigableMap<byte[], byte[]> map() {
        return new TreeMap<>(Arrays::compareUnsigned);
    }

    private static void assertSame(BytesIndex index, Map<byte[], byte[]> expected) {
        try (BytesCursor cursor = index.range(BytesRange.all())) {
            expected.forEach(
                    (key, value) -> {
                        assertThat(cursor.next()).isTrue();
                        assertThat(cursor.key()).isEqualTo(key);
                        assertThat(cursor.value()).isEqualTo(value);
                    });
            assertThat(cursor.next()).isFalse();
        }
    }

    /** Keys that are their own values. */
    private static BytesEntries stream(byte[]... keys) {
        return stream(Arrays.stream(keys).map(key -> Map.entry(key, key)).iterator());
    }

    private static BytesEntries stream(Map<byte[], byte[]> map) {
        return stream(map.entrySet().iterator());
    }

    private static BytesEntries stream(Iterator<Map.Entry<byte[], byte[]>> entries) {
        return new BytesEntries() {
            private Map.Entry<byte[], byte[]> current;

            @Override
            public boolean next() {
                boolean more = entries.hasNext();
                current = more ? entries.next() : null;
                return more;
            }

            @Override
            public byte[] key() {
                return current.getKey();
            }

            @Override
            public byte[] value() {
                return current.getValue();
            }
        };
    }

    /** What happens before an entry, by its number. */
    private interface Watch {
        void before(int entry);
    }

    private static BytesEntries watched(BytesEntries entries, Watch watch) {
        return new BytesEntries() {
            private int entry;

            @Override
            public boolean next() {
                watch.before(entry++);
                return entries.next();
            }

            @Override
            public byte[] key() {
                return entries.key();
            }

            @Override
            public byte[] value() {
                return entries.value();
            }
        };
    }

    private static BytesEntries failing(int after) {
        return watched(
                stream(entries(2 * after, 5)),
                entry -> {
                    if (entry == after) {
                        throw new ArithmeticException("the stream fails");
                    }
                });
    }

    private static void on(String where, int chunks, Work work) throws Throwable {
        String[] words = where.split(" ", -1);
        BytesOptions options =
                BytesOptions.DEFAULT
                        .withDesign(Design.of(words[1]))
                        .withPageSize(PAGE)
                        .withFanout(FANOUT);
        try (ContractMachines machines =
                words[0].equals("sim") ? new SimMachines(1) : new RealMachine(words[0])) {
            machines.run(
                    () -> {
                        try (ServerPool pool =
                                        new ServerPool(
                                                machines,
                                                SERVERS,
                                                chunks * AddressSpace.CHUNK_BYTES);
                                IndexClient client = pool.connect(machines.home());
                                BytesIndex index = client.mangrove().createBytes(NAME, options)) {
                            work.run(client.mangrove(), index);
                        }
                    });
        }
    }

    private static byte[] key(String text) {
        return text.getBytes(UTF_8);
    }
}
