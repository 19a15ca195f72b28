package dev.mangrove.peers.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.peers.Measured;
import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** One contract for all ordered systems; systems that are not installed are skipped. */
class OrderedPeersTest {
    private static final int KEYS = 2_000;

    private static OrderedPeerClient open(String name) {
        try {
            return OrderedSystems.store(name, KEYS);
        } catch (Skipped e) {
            return abort(e.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"mangrove", "lmdb", "skiplist", "treemap", "mvstore", "rocksdb", "redis"})
    void shouldKeepWhatItIsGiven(String name) {
        try (OrderedPeerClient store = open(name)) {
            store.load(KEYS);
            assertThat(store.bytes()).isNotZero();
            try (OrderedPeer peer = store.open()) {
                long key = Keys.key(7);
                assertThat(peer.get(key)).isEqualTo(Keys.value(key));
                assertThat(peer.get(key + 1)).isEqualTo(OrderedPeer.ABSENT);
                peer.update(key, 4711);
                assertThat(peer.get(key)).isEqualTo(4711);
                peer.insert(key + 1, 4712);
                long[] keys = new long[3];
                long[] values = new long[3];
                assertThat(peer.range(key, keys, values)).isEqualTo(3);
                assertThat(keys).containsExactly(key, key + 1, Keys.key(8));
                assertThat(values).containsExactly(4711, 4712, Keys.value(Keys.key(8)));
                peer.delete(key + 1);
                assertThat(peer.get(key + 1)).isEqualTo(OrderedPeer.ABSENT);
                assertThat(peer.range(Keys.key(KEYS - 2), keys, values)).isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mangrove", "lmdb", "rocksdb", "redis"})
    void shouldAnswerRightInEveryPhase(String name) {
        try (PeerSystem system = new OrderedSystem(open(name), KEYS)) {
            double _ = system.load();
            for (String operation :
                    List.of("get", "update", "insert", "delete", "range100", "ycsb-d", "ycsb-e")) {
                Measured measured = system.run(operation, "zipf", 2, 0.02, 1);
                assertThat(measured.firstWrong()).as(operation).isEqualTo("-");
                assertThat(measured.operations()).as(operation).isPositive();
            }
            if (system.can("pipelined-get", 1)) {
                for (String operation : List.of("get", "update", "insert", "delete")) {
                    Measured measured = system.run("pipelined-" + operation, "uniform", 1, 0.02, 1);
                    assertThat(measured.firstWrong()).as(operation).isEqualTo("-");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "range100", "update"})
    void shouldNoticeWrongAnswers(String operation) {
        try (OrderedPeerClient store = MapStore.skipList()) {
            store.load(KEYS);
            OrderedPeerWorker worker = new OrderedPeerWorker(new Liar(store.open()), KEYS, 0, 1);
            Measured measured = worker.run(Operation.of(operation), "uniform", false, 0.01, 1);
            assertThat(measured.wrongAnswers()).isPositive();
        }
    }

    /** Loses changes, and reads values that are off by one. */
    private record Liar(OrderedPeer honest) implements OrderedPeer {
        @Override
        public long get(long key) {
            return honest.get(key) ^ (1L << 40);
        }

        @Override
        public void update(long key, long value) {}

        @Override
        public void insert(long key, long value) {}

        @Override
        public void delete(long key) {}

        @Override
        public int range(long from, long[] keys, long[] values) {
            return Math.min(1, honest.range(from, keys, values));
        }

        @Override
        public void close() {
            honest.close();
        }
    }
}
