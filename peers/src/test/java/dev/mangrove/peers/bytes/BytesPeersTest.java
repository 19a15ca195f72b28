package dev.mangrove.peers.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mangrove.peers.Measured;
import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One contract for all systems; those that are not installed are skipped. */
class BytesPeersTest {
    private static final RankedRecords RECORDS = new RankedRecords(1_050, 100);

    @Test
    void shouldMakeKeysInOrderWithPrefixesOfGroups() {
        for (long rank = 1; rank < RECORDS.number(); rank++) {
            byte[] key = RECORDS.key(rank);
            assertThat(key).hasSizeBetween(16, 32);
            assertThat(Arrays.compareUnsigned(RECORDS.key(rank - 1), key)).isNegative();
            assertThat(Prefixes.isPrefix(RECORDS.prefix(rank / RankedRecords.GROUP), key)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mangrove", "lmdb", "skiplist", "mvstore", "rocksdb", "redis"})
    void shouldKeepWhatItIsGiven(String name) {
        try (BytesPeerClient store = open(name)) {
            store.load(RECORDS);
            assertThat(store.bytes()).isNotZero();
            try (BytesPeer peer = store.open()) {
                byte[] key = RECORDS.key(7);
                assertThat(peer.get(key)).isEqualTo(RECORDS.value(7, 0));
                assertThat(peer.get(RECORDS.prefix(0))).isNull();
                peer.put(key, RECORDS.value(7, 4711));
                assertThat(peer.getAll(key, RECORDS.key(8)))
                        .isDeepEqualTo(new byte[][] {RECORDS.value(7, 4711), RECORDS.value(8, 0)});
                List<byte[]> keys = new ArrayList<>();
                peer.scan(RECORDS.prefix(10), (found, _) -> keys.add(found));
                assertThat(keys).hasSize(50).contains(RECORDS.key(1_000), RECORDS.key(1_049));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mangrove", "skiplist"})
    void shouldAnswerRightInEveryPhase(String name) throws Skipped {
        try (PeerSystem system = BytesSystems.open(name, 2_000)) {
            assertThat(system.load()).isPositive();
            for (String operation : List.of("get-8", "put-100", "scan-1000", "getall64-100")) {
                Measured measured = system.run(operation, "zipf", 2, 0.02, 1);
                assertThat(measured.firstWrong()).as(operation).isEqualTo("-");
                assertThat(measured.operations()).as(operation).isPositive();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "put", "scan", "getall64"})
    void shouldNoticeWrongAnswers(String operation) {
        try (BytesPeerClient store = new MapBytes()) {
            store.load(RECORDS);
            BytesWorker worker = new BytesWorker(new Liar(store.open()), RECORDS, 0, 1);
            Measured measured = worker.run(operation, "uniform", 0.01, 1);
            assertThat(measured.wrongAnswers()).isPositive();
        }
    }

    private static BytesPeerClient open(String name) {
        try {
            return BytesSystems.opener(name).open(RECORDS);
        } catch (Skipped e) {
            return abort(e.getMessage());
        }
    }

    /** Loses changes, and reads values of other keys. */
    private record Liar(BytesPeer honest) implements BytesPeer {
        @Override
        public byte @Nullable [] get(byte[] key) {
            return honest.get(RECORDS.key(3));
        }

        @Override
        public void put(byte[] key, byte[] value) {}

        @Override
        public void scan(byte[] prefix, Sink sink) {
            honest.scan(prefix, (key, value) -> sink.entry(value, key));
        }

        @Override
        public void close() {
            honest.close();
        }
    }
}
