package dev.mangrove.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.IndexExistsException;
import dev.mangrove.IndexNotFoundException;
import dev.mangrove.Mangrove;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.contract.ordered.fixture.ContractMachines;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.RealMachine;
import dev.mangrove.contract.ordered.fixture.ServerPool;
import dev.mangrove.contract.ordered.fixture.SimMachines;
import dev.mangrove.contract.ordered.fixture.Tasks;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.bytes.Codecs;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.params.ParameterizedTest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Indexes of byte strings fulfil their contract on all fabrics, with three servers. */
final class BytesIndexTest {
    private static final int SERVERS = 3;
    private static final int LONGEST_VALUE = 1 << 20;
    static final BytesOptions TINY = BytesOptions.DEFAULT.withPageSize(512).withFanout(4);

    /** A test of an index. */
    interface Work {
        void run(Mangrove client, BytesIndex index) throws Exception;
    }

    @ParameterizedTest
    @Places({
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
    void shouldFollowSortedMapWhenKeysAreDividedByHash(String fabric) throws Throwable {
        long seed = Long.getLong("mangrove.seed", System.nanoTime());
        System.out.println("seed " + seed);
        on(fabric, TINY, (_, index) -> follow(index, new SplittableRandom(seed)));
    }

    @ParameterizedTest
    @Places({"sim", "shm"})
    void shouldFollowSortedMapWhenKeysAreDividedByBounds(String fabric) throws Throwable {
        long seed = Long.getLong("mangrove.seed", System.nanoTime());
        System.out.println("seed " + seed);
        BytesOptions options = TINY.withBounds(key("user:3"), key("user:30"), key("user:7"));
        on(fabric, options, (_, index) -> follow(index, new SplittableRandom(seed)));
    }

    private static void follow(BytesIndex index, SplittableRandom random) {
        NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int step = 0; step < 600; step++) {
            byte[] key = key("user:" + random.nextInt(10) + "0".repeat(random.nextInt(45)));
            byte[] value = new byte[random.nextInt(12) * random.nextInt(20)];
            random.nextBytes(value);
            if (random.nextInt(3) == 0) {
                assertThat(index.delete(key)).isEqualTo(model.remove(key) != null);
            } else {
                assertThat(index.getAndPut(key, value)).isEqualTo(model.put(key, value));
            }
        }
        assertSame(index, BytesRange.all(), model);
        assertSame(index, BytesRange.all().reversed(), model.descendingMap());
        byte[] low = key("user:3");
        byte[] high = key("user:5000");
        NavigableMap<byte[], byte[]> part = model.subMap(low, false, high, true);
        BytesRange range = BytesRange.all().from(low, false).to(high, true);
        assertSame(index, range, part);
        assertSame(index, range.reversed(), part.descendingMap());
        assertThat(index.count(range)).isEqualTo(part.size());
        assertSame(
                index,
                BytesRange.prefix(key("user:4")),
                model.subMap(key("user:4"), key("user:5")));
        assertThat(index.verify().orThrow().entries()).isEqualTo(model.size());
        assertThat(index.verify().spare()).isZero();
    }

    private static void assertSame(
            BytesIndex index, BytesRange range, Map<byte[], byte[]> expected) {
        try (BytesCursor cursor = index.range(range)) {
            expected.forEach(
                    (key, value) -> {
                        assertThat(cursor.next()).isTrue();
                        assertThat(cursor.key()).isEqualTo(key);
                        assertThat(cursor.value()).isEqualTo(value);
                    });
            assertThat(cursor.next()).isFalse();
        }
    }

    @ParameterizedTest
    @Places({"sim", "shm", "sim sherman", "sim cell", "shm sherman", "shm cell"})
    void shouldChangeOnlyWhenConditionHolds(String fabric) throws Throwable {
        on(
                fabric,
                TINY,
                (_, index) -> {
                    byte[] key = key("k");
                    assertThat(index.get(key)).isNull();
                    assertThat(index.putIfAbsent(key, key(""))).isTrue();
                    assertThat(index.get(key)).isEmpty();
                    assertThat(index.putIfAbsent(key, key("x"))).isFalse();
                    assertThat(index.replace(key, key("x"), key("y"))).isFalse();
                    assertThat(index.replace(key, key(""), key("y"))).isTrue();
                    assertThat(index.getAndPut(key, key("z"))).isEqualTo(key("y"));
                    assertThat(index.put(key, key("w"))).isFalse();
                    assertThat(index.delete(key, key("z"))).isFalse();
                    assertThat(index.delete(key, key("w"))).isTrue();
                    assertThat(index.delete(key)).isFalse();
                    assertThat(index.put(key, key("w"))).isTrue();
                    assertThat(index.contains(key)).isTrue();
                    assertThat(index.statistics().entries()).isEqualTo(1);
                });
    }

    @ParameterizedTest
    @Places({
        "sim",
        "shm",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp sherman",
        "tcp cell",
        "sim fine"
    })
    void shouldFreeSpaceWhenEntriesHaveExpired(String fabric) throws Throwable {
        on(
                fabric,
                TINY,
                (client, index) -> {
                    byte[] key = key("key");
                    assertThat(index.put(key, new byte[LONGEST_VALUE], Duration.ofHours(1)))
                            .isTrue();
                    assertThat(index.get(key)).hasSize(LONGEST_VALUE);
                    assertThat(index.ttl(key)).get().matches(left -> left.toMinutes() >= 30);
                    assertThat(index.persist(key)).isTrue();
                    assertThat(index.ttl(key)).isEmpty();
                    assertThat(index.expire(key, Duration.ZERO)).isTrue();
                    assertThat(index.contains(key)).isFalse();
                    assertThat(index.expire(key, Duration.ofHours(1))).isFalse();
                    assertThat(index.add(key("hits"), 2, Duration.ofHours(1))).isEqualTo(2);
                    assertThat(index.add(key("hits"), 1)).isEqualTo(3);
                    assertThat(index.ttl(key("hits"))).isPresent();
                    index.put(key("unread"), key("value"), Duration.ofHours(1));
                    assertThat(index.expire(key("unread"), Duration.ZERO)).isTrue();
                    for (int i = 0; i < 1_000 && index.statistics().extents() > 1; i++) {
                        sleep(client);
                    }
                    assertThat(index.statistics().extents()).as("after a sweep").isOne();
                    assertThat(index.count(BytesRange.all())).isOne();
                    assertThatThrownBy(() -> index.expire(key, Duration.ofNanos(-1)))
                            .isInstanceOf(IllegalArgumentException.class);
                });
    }

    @ParameterizedTest
    @Places({
        "sim",
        "shm",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp sherman",
        "tcp cell",
        "sim fine"
    })
    void shouldTakeExpiredEntriesForAbsentInAllOperations(String fabric) throws Throwable {
        on(
                fabric,
                TINY,
                (_, index) -> {
                    byte[][] keys = new byte[12][];
                    Arrays.setAll(keys, i -> key("key " + (char) ('a' + i)));
                    for (int i = 0; i < keys.length; i++) {
                        index.put(keys[i], key("v".repeat(i)), Duration.ofHours(1));
                        assertThat(index.get(keys[i])).isEqualTo(key("v".repeat(i)));
                    }
                    for (int i = 1; i < keys.length; i += 2) {
                        assertThat(index.expire(keys[i], Duration.ZERO)).isTrue();
                    }
                    assertOnlyEvenOnesAreThere(index, keys);
                    assertThat(index.replace(keys[1], key("v"), key("w"))).isFalse();
                    assertThat(index.replace(keys[11], key("v".repeat(11)), key("w"))).isFalse();
                    assertThat(index.delete(keys[1])).isFalse();
                    assertThat(index.delete(keys[1], key("v"))).isFalse();
                    assertThat(index.persist(keys[1])).isFalse();
                    assertThat(index.expire(keys[1], Duration.ofHours(1))).isFalse();
                    assertThat(index.ttl(keys[1])).isEmpty();
                    assertOnlyEvenOnesAreThere(index, keys);
                    assertThat(index.putIfAbsent(keys[1], key("w"))).isTrue();
                    assertThat(index.put(keys[3], key("w"))).isTrue();
                    assertThat(index.getAndPut(keys[5], key("w"))).isNull();
                    assertThat(index.add(keys[7], 5)).isEqualTo(5);
                    assertThat(index.put(keys[9], key("w"), Duration.ofHours(1))).isTrue();
                    assertThat(index.ttl(keys[7])).isEmpty();
                    assertThat(index.ttl(keys[9])).isPresent();
                    assertThat(index.count(BytesRange.all())).isEqualTo(11);
                    assertThat(index.verify().orThrow().entries()).isEqualTo(11);
                });
    }

    private static void assertOnlyEvenOnesAreThere(BytesIndex index, byte[][] keys) {
        NavigableMap<byte[], byte[]> there = new TreeMap<>(Arrays::compareUnsigned);
        byte[][] all = index.getAll(keys);
        for (int i = 0; i < keys.length; i++) {
            byte[] value = i % 2 == 0 ? key("v".repeat(i)) : null;
            assertThat(index.get(keys[i])).isEqualTo(value);
            assertThat(index.contains(keys[i])).isEqualTo(value != null);
            assertThat(all[i]).isEqualTo(value);
            if (value != null) {
                there.put(keys[i], value);
            }
        }
        assertSame(index, BytesRange.all(), there);
        assertSame(index, BytesRange.all().reversed(), there.descendingMap());
        assertSame(index, BytesRange.prefix(key("key ")), there);
        assertThat(index.count(BytesRange.all())).isEqualTo(there.size());
        assertThat(index.asMap(Codecs.BYTES, Codecs.BYTES)).hasSize(there.size());
        assertThat(index.verify().orThrow().entries()).isEqualTo(there.size());
    }

    @ParameterizedTest
    @Places({
        "sim",
        "shm",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp sherman",
        "tcp cell",
        "sim fine"
    })
    void shouldChangeEntriesThatHaveNotExpired(String fabric) throws Throwable {
        on(
                fabric,
                TINY,
                (_, index) -> {
                    byte[] key = key("key");
                    Duration hour = Duration.ofHours(1);
                    assertThat(index.put(key, key("v"), hour)).isTrue();
                    assertThat(index.put(key, key("w"), hour)).isFalse();
                    assertThat(index.putIfAbsent(key, key("x"))).isFalse();
                    assertThat(index.replace(key, key("x"), key("y"))).isFalse();
                    assertThat(index.replace(key, key("w"), key("y"))).isTrue();
                    assertThat(index.ttl(key)).as("after a change").isEmpty();
                    assertThat(index.expire(key, hour)).isTrue();
                    assertThat(index.getAndPut(key, key("z"))).isEqualTo(key("y"));
                    assertThat(index.expire(key, hour)).isTrue();
                    assertThat(index.delete(key, key("y"))).isFalse();
                    assertThat(index.delete(key, key("z"))).isTrue();
                    assertThat(index.put(key, key("v"), hour)).isTrue();
                    assertThat(index.delete(key)).isTrue();
                    assertThat(index.get(key)).isNull();
                    assertThat(index.statistics().extents()).isZero();
                });
    }

    @ParameterizedTest
    @Places({
        "sim",
        "shm",
        "sim sherman",
        "sim cell",
        "shm sherman",
        "shm cell",
        "tcp sherman",
        "tcp cell",
        "sim fine"
    })
    void shouldExpireEntriesInTime(String fabric) throws Throwable {
        on(
                fabric,
                TINY,
                (client, index) -> {
                    byte[] key = key("key");
                    assertThat(index.put(key, key("value"), Duration.ofMillis(30))).isTrue();
                    assertThat(index.get(key)).isEqualTo(key("value"));
                    assertThat(index.ttl(key)).get().matches(left -> left.toMillis() <= 40);
                    for (String renewed :
                            new String[] {"put", "put forever", "expire", "persist"}) {
                        index.put(key(renewed), key("old"), Duration.ofMillis(500));
                    }
                    index.put(key("put"), key("new"), Duration.ofHours(1));
                    index.put(key("put forever"), key("new"));
                    assertThat(index.expire(key("expire"), Duration.ofHours(1))).isTrue();
                    assertThat(index.persist(key("persist"))).isTrue();
                    index.put(key("last"), key("value"), Duration.ofMillis(500));
                    for (int i = 0; i < 1_000 && index.get(key) != null; i++) {
                        sleep(client);
                    }
                    assertThat(index.get(key)).as("in the end").isNull();
                    for (int i = 0; i < 1_000 && index.get(key("last")) != null; i++) {
                        sleep(client);
                    }
                    assertThat(index.count(BytesRange.all())).as("renewed").isEqualTo(4);
                    assertThat(index.putIfAbsent(key, key("next"))).isTrue();
                });
    }

    @ParameterizedTest
    @Places({
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
    void shouldHoldLongestKeysAndValuesWhenTheyGrowAndShrink(String fabric) throws Throwable {
        on(
                fabric,
                TINY,
                (_, index) -> {
                    byte[] key = new byte[1_024];
                    Arrays.fill(key, (byte) 0xFF);
                    for (int length : new int[] {LONGEST_VALUE, 0, 9, 8, 40_000, LONGEST_VALUE}) {
                        byte[] value = new byte[length];
                        new SplittableRandom(length).nextBytes(value);
                        index.put(key, value);
                        assertThat(index.get(key)).isEqualTo(value);
                    }
                    byte[] value = index.get(key);
                    assertThat(index.replace(key, value, value)).isTrue();
                    try (BytesCursor cursor = index.range(BytesRange.prefix(new byte[] {-1}))) {
                        assertThat(cursor.next()).isTrue();
                        assertThat(cursor.value()).hasSize(LONGEST_VALUE);
                    }
                    assertThatThrownBy(() -> index.put(new byte[1_025], value))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> index.get(new byte[0]))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> index.put(key, new byte[LONGEST_VALUE + 1]))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThat(index.delete(key)).isTrue();
                    assertThat(index.statistics().extents()).isZero();
                });
    }

    @ParameterizedTest
    @Places({
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
    void shouldLoseNoCountWhenClientsAddAtTheSameTime(String fabric) throws Throwable {
        try (ContractMachines machines = machines(fabric)) {
            machines.run(
                    () -> {
                        try (ServerPool pool = pool(machines, 16);
                                IndexClient client = pool.connect(machines.home());
                                BytesIndex index =
                                        client.mangrove().createBytes("b", of(fabric, TINY))) {
                            Tasks tasks = new Tasks();
                            for (int i = 0; i < 3; i++) {
                                tasks.start(machines.another(), () -> addFrom(machines, pool));
                            }
                            tasks.join();
                            assertThat(index.add(key("sum"), 0)).isEqualTo(3 * 50);
                            index.put(key("text"), key("no counter"));
                            assertThatThrownBy(() -> index.add(key("text"), 1))
                                    .isInstanceOf(IllegalArgumentException.class);
                        }
                    });
        }
    }

    private static void addFrom(ContractMachines machines, ServerPool pool) {
        try (IndexClient client = pool.connect(machines.home());
                BytesIndex index = client.mangrove().openBytes("b")) {
            for (int i = 0; i < 50; i++) {
                index.add(key("sum"), 1);
                index.put(key("key " + i), new byte[i]);
                index.delete(key("key " + (i + 25) % 50));
            }
        }
    }

    @ParameterizedTest
    @Places({"sim", "shm", "sim sherman", "sim cell", "shm sherman", "shm cell"})
    void shouldStaySoundWhenMemoryRunsOut(String fabric) throws Throwable {
        try (ContractMachines machines = machines(fabric)) {
            machines.run(
                    () -> {
                        try (ServerPool pool = pool(machines, 1);
                                IndexClient client = pool.connect(machines.home());
                                BytesIndex index =
                                        client.mangrove().createBytes("b", of(fabric, TINY))) {
                            fillAndEmpty(index);
                        }
                    });
        }
    }

    private static void fillAndEmpty(BytesIndex index) {
        List<byte[]> kept = new ArrayList<>();
        byte[] value = new byte[200_000];
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1_000; i++) {
                                byte[] key = key("key " + i);
                                index.put(key, value);
                                kept.add(key);
                            }
                        })
                .isInstanceOf(MemoryExhaustedException.class);
        assertThat(index.count(BytesRange.all())).isEqualTo(kept.size());
        assertThat(index.verify().orThrow().spare()).isZero();
        kept.forEach(key -> assertThat(index.delete(key)).isTrue());
        for (int i = 0; i < kept.size(); i++) {
            index.put(key("again " + i), new byte[120_000]); // Space of another size.
        }
        assertThat(index.verify().orThrow().entries()).isEqualTo(kept.size());
    }

    @ParameterizedTest
    @Places({"sim", "shm", "sim sherman", "sim cell", "shm sherman", "shm cell"})
    void shouldRefuseViewsWhenIndexIsDroppedOrOfAnotherKind(String fabric) throws Throwable {
        on(
                fabric,
                TINY,
                (client, index) -> {
                    assertThatThrownBy(() -> client.createBytes("b"))
                            .isInstanceOf(IndexExistsException.class);
                    assertThatThrownBy(() -> client.openOrdered("b"))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> client.openSpatial("b"))
                            .isInstanceOf(IllegalArgumentException.class);
                    client.drop("b");
                    assertThatThrownBy(() -> client.openBytes("b"))
                            .isInstanceOf(IndexNotFoundException.class);
                    assertThatThrownBy(() -> putOften(index))
                            .isInstanceOf(IndexNotFoundException.class);
                });
    }

    /** A view notices a drop after 1,024 operations at the latest. */
    private static void putOften(BytesIndex index) {
        for (int i = 0; i <= 1_024; i++) {
            index.put(key("key"), key("value"));
        }
    }

    static void on(String fabric, BytesOptions options, Work work) throws Throwable {
        try (ContractMachines machines = machines(fabric)) {
            machines.run(
                    () -> {
                        try (ServerPool pool = pool(machines, 16);
                                IndexClient client = pool.connect(machines.home());
                                BytesIndex index =
                                        client.mangrove().createBytes("b", of(fabric, options))) {
                            work.run(client.mangrove(), index);
                        }
                    });
        }
    }

    /** Lets some ticks of a server's clock pass. */
    private static void sleep(Mangrove client) {
        try (Session session = ClientAccess.of(client).session()) {
            session.host().sleep(20_000_000);
        }
    }

    /** A fabric, and perhaps a design. */
    private static ContractMachines machines(String fabric) {
        String name = fabric.split(" ", -1)[0];
        return name.equals("sim") ? new SimMachines(1) : new RealMachine(name);
    }

    private static BytesOptions of(String fabric, BytesOptions options) {
        return switch (fabric.substring(fabric.indexOf(' ') + 1)) {
            case "sherman" -> options.withDesign(Design.SHERMAN);
            case "fine" -> options.withDesign(Design.FINE);
            case "cell" -> options.withDesign(Design.CELL);
            default -> options;
        };
    }

    private static ServerPool pool(ContractMachines machines, int chunks) {
        return new ServerPool(machines, SERVERS, chunks * AddressSpace.CHUNK_BYTES);
    }

    private static byte[] key(String text) {
        return text.getBytes(UTF_8);
    }
}
