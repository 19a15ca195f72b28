package dev.mangrove.peers.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.peers.Measured;
import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** One contract for all spatial systems; systems that are not installed are skipped. */
class SpatialPeersTest {
    private static final boolean MATRIX =
            Boolean.getBoolean("mangrove.matrix") || Boolean.getBoolean("mangrove.full");
    private static final int OBJECTS = 3_000;
    private static final Data DATA = Data.random(OBJECTS);

    private static SpatialStore open(String name) {
        try {
            return SpatialSystems.store(name, DATA);
        } catch (Skipped e) {
            return abort(e.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"mangrove-rstar", "mangrove-hilbert-grown", "hprtree", "strtree", "rtree2"})
    void shouldFindWhatBruteForceFinds(String name) {
        try (SpatialStore store = open(name)) {
            store.load();
            try (SpatialPeer peer = store.open()) {
                SplittableRandom random = new SplittableRandom(5);
                for (int i = 0; i < 50; i++) {
                    double x = random.nextDouble();
                    double y = random.nextDouble();
                    Hits hits = new Hits();
                    peer.window(x, y, x + 0.1, y + 0.1, hits);
                    assertThat(ids(hits)).isEqualTo(bruteForce(x, y, x + 0.1, y + 0.1));
                }
            }
        }
    }

    private static int[] ids(Hits hits) {
        int[] ids = IntStream.range(0, hits.size()).map(hits::id).toArray();
        Arrays.sort(ids);
        return ids;
    }

    private static int[] bruteForce(double fromX, double fromY, double toX, double toY) {
        return IntStream.range(0, OBJECTS)
                .filter(id -> DATA.intersects(id, fromX, fromY, toX, toY))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mangrove-hilbert",
                "mangrove-rstar-grown",
                "strtree",
                "rtree2",
                "redis",
                "postgis"
            })
    void shouldAnswerRightInEveryPhase(String name) {
        assumeTrue(MATRIX || !name.equals("postgis"), "a database server of its own: -Pci");
        try (PeerSystem system = new SpatialSystem(open(name), DATA)) {
            double _ = system.load();
            for (String operation :
                    List.of(
                            "window-1e-5",
                            "window-1e-2",
                            "window-power",
                            "nearest10",
                            "insert",
                            "move",
                            "moveall64",
                            "mixed")) {
                if (system.can(operation, 2)) {
                    Measured measured = system.run(operation, "uniform", 2, 0.02, 1);
                    assertThat(measured.firstWrong()).as(operation).isEqualTo("-");
                    assertThat(measured.operations()).as(operation).isPositive();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mangrove-rstar-grown", "mangrove-hilbert-grown", "rtree2"})
    void shouldBeWhereItWasAfterMoves(String name) {
        try (SpatialStore store = open(name)) {
            store.load();
            try (SpatialPeer peer = store.open()) {
                SpatialPeerWorker worker = new SpatialPeerWorker(peer, DATA, true, 1, 2);
                for (String operation : List.of("move", "moveall64")) {
                    Measured measured = worker.run(operation, 0.02, 1);
                    assertThat(measured.firstWrong()).isEqualTo("-");
                    assertThat(foundAtTheirCorners(peer)).isLessThan(OBJECTS);
                    worker.clean();
                    assertThat(foundAtTheirCorners(peer)).isEqualTo(OBJECTS);
                }
            }
        }
    }

    /** Number of objects whose rectangle has the lower corner that it has in the data. */
    private static int foundAtTheirCorners(SpatialPeer peer) {
        int found = 0;
        for (int id = 0; id < OBJECTS; id++) {
            Hits hits = new Hits();
            peer.window(DATA.minX(id), DATA.minY(id), DATA.minX(id), DATA.minY(id), hits);
            for (int hit : ids(hits)) {
                found += hit == id ? 1 : 0;
            }
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(strings = {"move", "moveall64"})
    void shouldNoticeLostMoves(String operation) {
        try (SpatialStore store = open("rtree2")) {
            store.load();
            Liar liar = new Liar(store.open());
            SpatialPeerWorker worker = new SpatialPeerWorker(liar, DATA, true, 0, 1);
            assertThat(worker.run(operation, 0.01, 1).wrongAnswers()).isPositive();
        }
    }

    /** Does not move objects whose ids are divisible by seven. */
    private record Liar(SpatialPeer honest) implements SpatialPeer {
        @Override
        public void window(double minX, double minY, double maxX, double maxY, Hits hits) {
            honest.window(minX, minY, maxX, maxY, hits);
        }

        @Override
        public void nearest(double x, double y, int number, Hits hits) {
            honest.nearest(x, y, number, hits);
        }

        @Override
        public void insert(int id) {
            honest.insert(id);
        }

        @Override
        public void forget(int from, int to) {
            honest.forget(from, to);
        }

        @Override
        public void move(int id, double x, double y) {
            if (id % 7 != 0) {
                honest.move(id, x, y);
            }
        }

        @Override
        public void restore(int... ids) {
            honest.restore(ids);
        }

        @Override
        public void close() {
            honest.close();
        }
    }
}
