package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A client that is killed while it inserts leaves a sound tree with all acknowledged keys. Pages
 * have four entries, so that most kills hit a split. {@code -Dmangrove.kills=N} sets the number of
 * kills.
 */
final class KilledClientTest {
    private static final boolean MATRIX =
            Boolean.getBoolean("mangrove.matrix") || Boolean.getBoolean("mangrove.full");
    private static final int KILLS = Integer.getInteger("mangrove.kills", MATRIX ? 3 : 2);
    private static final long SEED = 4;
    private static final long LIMIT = 2L << 30;
    private static final int LONGEST_LIFE_MILLIS = 60;
    private static final int OWN_INSERTS = 20;
    private static final String INDEX = "killed";

    @TempDir private Path folder;
    private ChildProcess first;
    private ChildProcess second;
    private String pool;

    @BeforeEach
    void startServers() {
        String name = "shm:killed-" + ProcessHandle.current().pid();
        String limit = Long.toString(LIMIT);
        first = ChildProcess.start(ServerProcess.class, name + "-0", limit);
        pool = first.readLine();
        second = ChildProcess.start(ServerProcess.class, name + "-1", limit, pool);
        second.readLine();
    }

    @AfterEach
    void endServers() {
        second.close();
        first.close();
    }

    @ParameterizedTest
    @MethodSource("designs")
    @Timeout(900)
    void shouldLeaveASoundTree(Design design) throws Exception {
        OrderedOptions options = OrderedOptions.of(design).withPageSize(512).withFanout(4);
        try (Mangrove mangrove = Mangrove.connect(pool)) {
            mangrove.createOrdered(INDEX, options).close();
            try (OrderedIndex index = mangrove.openOrdered(INDEX, ViewOptions.DEFAULT)) {
                new Rounds(index).run(design == Design.COARSE ? Math.ceilDiv(KILLS, 5) : KILLS);
            }
        }
    }

    /** At small size one whose server writes pages, and one whose clients do. */
    private static List<Design> designs() {
        return Boolean.getBoolean("mangrove.full")
                ? List.of(Design.values())
                : List.of(Design.COARSE, Design.SHERMAN);
    }

    /**
     * One client after the other inserts and is killed; each continues after the last one's keys.
     */
    private final class Rounds {
        private final SplittableRandom random = new SplittableRandom(SEED);
        private final Path file = folder.resolve("acknowledged");
        private final OrderedIndex index;
        private long next;
        private long own;

        Rounds(OrderedIndex index) {
            this.index = index;
        }

        void run(int kills) throws Exception {
            try (Acknowledgements done = new Acknowledgements(file)) {
                for (int kill = 1; kill <= kills; kill++) {
                    long from = next;
                    done.acknowledge(from);
                    liveAndDie(done);
                    verify(kill, from, done.acknowledged());
                }
            }
            checkAll(0, next);
        }

        /** The client inserts at least one key before it is killed. */
        private void liveAndDie(Acknowledgements done) throws InterruptedException {
            ChildProcess client =
                    ChildProcess.start(
                            InsertingClient.class,
                            pool,
                            INDEX,
                            file.toString(),
                            Long.toString(next));
            try {
                assertThat(client.readLine()).isEqualTo("ready");
                long before = done.acknowledged();
                while (done.acknowledged() == before) {
                    Thread.sleep(1);
                }
                Thread.sleep(random.nextInt(LONGEST_LIFE_MILLIS), random.nextInt(1_000_000));
            } finally {
                client.kill();
            }
        }

        /**
         * Verifies the tree; the insertion that the kill interrupted may have taken effect or not.
         */
        private void verify(int kill, long from, long acknowledged) {
            assertThat(index.verify().faults()).as("after kill %d", kill).isEmpty();
            checkAll(from, acknowledged);
            long last = InsertingClient.key(acknowledged);
            boolean _ = index.putIfAbsent(last, InsertingClient.value(last));
            assertThat(index.get(last)).hasValue(InsertingClient.value(last));
            next = acknowledged + 1;
            insertOwn();
            assertThat(index.verify().entries()).as("after kill %d", kill).isEqualTo(next + own);
        }

        private void checkAll(long from, long to) {
            for (long number = from; number < to; number++) {
                long key = InsertingClient.key(number);
                assertThat(index.getOrDefault(key, 0))
                        .as("insert %d", number)
                        .isEqualTo(InsertingClient.value(key));
            }
        }

        /** Inserts keys by this process, which shares the tree with the killed clients. */
        private void insertOwn() {
            for (int i = 0; i < OWN_INSERTS; i++) {
                long key = InsertingClient.key(-1 - own);
                assertThat(index.put(key, InsertingClient.value(key))).isTrue();
                own++;
            }
        }
    }
}
