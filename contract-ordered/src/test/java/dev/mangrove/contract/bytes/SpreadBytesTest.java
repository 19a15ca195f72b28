package dev.mangrove.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.contract.ordered.fixture.ContractMachines;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.RealMachine;
import dev.mangrove.contract.ordered.fixture.ServerPool;
import dev.mangrove.contract.ordered.fixture.SimMachines;
import dev.mangrove.fabric.Meter;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;

/** What operations on byte strings cost in a tree that clients change by verbs. */
final class SpreadBytesTest {
    private static final String NAME = "spread";
    private static final int KEYS = 300;
    private static final BytesOptions OPTIONS =
            BytesOptions.DEFAULT.withDesign(Design.SHERMAN).withPageSize(1024).withFanout(12);

    /** A view looks after 1,024 operations whether the index is there. */
    private static final long LOOKS = 1;

    /** Messages that give back and ask for extents: few for each hundred changes. */
    private static final long MESSAGES = KEYS / 10;

    private interface Work {
        void run(Session session, BytesIndex index) throws Exception;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "tcp"})
    void shouldReadAnExtentBySecondReadAndWriteItInTheBatchThatLocks(String fabric)
            throws Throwable {
        on(fabric, SpreadBytesTest::countRoundTrips);
    }

    private static void countRoundTrips(Session session, BytesIndex index) {
        for (int length : new int[] {8, 100}) {
            int inExtents = length > Long.BYTES ? 1 : 0;
            for (int round = 0; round < 3; round++) {
                putAll(index, length, round);
            }
            long before = roundTrips(session);
            putAll(index, length, 3);
            long put = roundTrips(session);
            assertThat(put - before)
                    .as("puts of %d bytes", length)
                    .isBetween(2L * KEYS, 2L * KEYS + LOOKS + inExtents * MESSAGES);
            for (int i = 0; i < KEYS; i++) {
                assertThat(index.get(key(i))).isEqualTo(value(length, i + 3));
            }
            assertThat(roundTrips(session) - put)
                    .as("gets of %d bytes", length)
                    .isBetween((1L + inExtents) * KEYS, (1L + inExtents) * KEYS + LOOKS);
        }
        byte[][] keys = new byte[64][];
        Arrays.setAll(keys, SpreadBytesTest::key);
        long before = roundTrips(session);
        assertThat(index.getAll(keys)[63]).isEqualTo(value(100, 66));
        assertThat(roundTrips(session) - before).as("64 gets").isLessThanOrEqualTo(6 + LOOKS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "tcp"})
    void shouldReadTheClockTogetherWithTheExtent(String fabric) throws Throwable {
        on(fabric, SpreadBytesTest::countRoundTripsOfExpiry);
    }

    /**
     * A get reads the clock together with the extent. A put with a time to live takes as many round
     * trips as another; one that finds a value with an expiry takes one more, to judge it.
     */
    private static void countRoundTripsOfExpiry(Session session, BytesIndex index) {
        Duration hour = Duration.ofHours(1);
        for (int i = 0; i < KEYS; i++) {
            index.put(key(i), value(8, i), hour);
        }
        for (int i = 0; i < KEYS; i++) {
            index.put(key(i), value(8, i));
        }
        long before = roundTrips(session);
        for (int i = 0; i < KEYS; i++) {
            assertThat(index.get(key(i))).isEqualTo(value(8, i));
        }
        long read = roundTrips(session);
        assertThat(read - before).as("gets without").isBetween(1L * KEYS, KEYS + LOOKS);
        for (int i = 0; i < KEYS; i++) {
            assertThat(index.put(key(i), value(100, i), hour)).isFalse();
        }
        long put = roundTrips(session);
        assertThat(put - read).as("puts").isBetween(2L * KEYS, 2L * KEYS + LOOKS + MESSAGES);
        for (int i = 0; i < KEYS; i++) {
            assertThat(index.get(key(i))).isEqualTo(value(100, i));
        }
        long readAgain = roundTrips(session);
        assertThat(readAgain - put).as("gets").isBetween(2L * KEYS, 2L * KEYS + LOOKS);
        for (int i = 0; i < KEYS; i++) {
            assertThat(index.put(key(i), value(100, i), hour)).isFalse();
        }
        assertThat(roundTrips(session) - readAgain)
                .as("renewals")
                .isBetween(3L * KEYS, 3L * KEYS + LOOKS + MESSAGES);
        byte[][] keys = new byte[64][];
        Arrays.setAll(keys, SpreadBytesTest::key);
        before = roundTrips(session);
        assertThat(index.getAll(keys)[63]).isEqualTo(value(100, 63));
        assertThat(roundTrips(session) - before).as("64 gets").isLessThanOrEqualTo(6 + LOOKS);
    }

    /** Extents of all servers by one batch each, then 16 leaves at a time by two. */
    @ParameterizedTest
    @ValueSource(strings = {"sim", "tcp"})
    void shouldChangeSeveralLeavesByEachRoundTripWhenPutsComeTogether(String fabric)
            throws Throwable {
        on(
                fabric,
                (session, index) -> {
                    byte[][] keys = new byte[64][];
                    byte[][] values = new byte[64][];
                    Arrays.setAll(keys, SpreadBytesTest::key);
                    for (int round = 0; round < 3; round++) {
                        int number = round;
                        Arrays.setAll(values, i -> value(100, i + number));
                        assertThat(index.putAll(keys, values)).isEqualTo(round == 0 ? 64 : 0);
                    }
                    long before = roundTrips(session);
                    Arrays.setAll(values, i -> value(100, i + 3));
                    assertThat(index.putAll(keys, values)).isZero();
                    assertThat(roundTrips(session) - before).isLessThanOrEqualTo(45 + LOOKS);
                    assertThat(index.getAll(keys)).isDeepEqualTo(values);
                    BytesBatch deletes = new BytesBatch();
                    Arrays.stream(keys).forEach(deletes::delete);
                    assertThat(index.applyAll(deletes)).isZero();
                    assertThat(deletes.met()).isEqualTo(64);
                    assertThat(index.verify().orThrow().spare()).isZero();
                    assertThat(index.statistics().extents()).isZero();
                });
    }

    private static void putAll(BytesIndex index, int length, int round) {
        for (int i = 0; i < KEYS; i++) {
            index.put(key(i), value(length, i + round));
        }
    }

    private static long roundTrips(Session session) {
        return Arrays.stream(session.meters()).mapToLong(Meter::roundTrips).sum();
    }

    /** Values grow and shrink, and keys of all lengths come and go. */
    @ParameterizedTest
    @ValueSource(strings = {"sim", "shm"})
    void shouldUseSpaceAgainWhenSizesChange(String fabric) throws Throwable {
        on(
                fabric,
                (_, index) -> {
                    SplittableRandom random = new SplittableRandom(1);
                    for (int i = 0; i < 3_000; i++) {
                        byte[] key = Arrays.copyOf(key(random.nextInt(20)), 8 + 4 * (i % 100));
                        if (random.nextInt(3) == 0) {
                            boolean _ = index.delete(key);
                        } else {
                            index.put(key, new byte[random.nextInt(20_000)]);
                        }
                    }
                    assertThat(index.verify().orThrow().spare()).isZero();
                    assertThat(index.statistics().extents()).isPositive();
                });
    }

    @Test
    void shouldNameTheDesignWhenItIsUnknown() throws Throwable {
        on(
                "sim",
                (session, _) -> {
                    session.catalogue()
                            .create(
                                    servers ->
                                            IndexSpec.of("later", IndexKind.BYTES, "later")
                                                    .withServers(servers));
                    assertThatThrownBy(
                                    () ->
                                            BytesIndexes.open(
                                                    session.pool().session(),
                                                    "later",
                                                    ViewOptions.DEFAULT))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("later version");
                });
    }

    private static void on(String fabric, Work work) throws Throwable {
        try (ContractMachines machines =
                fabric.equals("sim") ? new SimMachines(1) : new RealMachine(fabric)) {
            machines.run(
                    () -> {
                        try (ServerPool pool =
                                        new ServerPool(machines, 3, 4 * AddressSpace.CHUNK_BYTES);
                                IndexClient client = pool.connect(machines.home())) {
                            run(client.mangrove(), work);
                        }
                    });
        }
    }

    private static void run(Mangrove mangrove, Work work) throws Exception {
        mangrove.createBytes(NAME, OPTIONS).close();
        ViewOptions byVerbs = ViewOptions.DEFAULT.withInPlace(false);
        Session session = ClientAccess.of(mangrove).session();
        try (BytesIndex index = BytesIndexes.open(session, NAME, byVerbs)) {
            work.run(session, index);
        }
    }

    private static byte[] key(int number) {
        return "user:%06d".formatted(number * 7919L % 100_003).getBytes(UTF_8);
    }

    private static byte[] value(int length, int number) {
        byte[] value = new byte[length];
        Arrays.fill(value, (byte) number);
        return value;
    }
}
