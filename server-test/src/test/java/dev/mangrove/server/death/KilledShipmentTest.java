package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.fixture.ServerMain;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * The test kills servers while one of them copies an index. {@code -Dmangrove.kills=N} sets the
 * number of kills for runs by hand.
 */
@OnEveryFabric
final class KilledShipmentTest {
    private static final int KILLS = Integer.getInteger("mangrove.kills", TestSize.FULL ? 6 : 1);
    private static final long SEED = Long.getLong("mangrove.seed", System.nanoTime());

    /** Chosen: as long as a copy takes on a busy machine. */
    private static final int LONGEST_MILLIS = 300;

    private static final long KEYS = 200_000;

    /** Keys below are at the first server, others at the second. */
    private static final long BOUND = KEYS / 2;

    /** Loss of connections, twice over, and some time to work. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(20);

    private static final String SOURCE = "source";
    private static final String TARGET = "target";

    @RegisterExtension final Pools pools;
    private final SplittableRandom random = new SplittableRandom(SEED);

    KilledShipmentTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    @Timeout(600)
    void shouldCopyWholeSharesOrNothingWhenAServerIsKilled() {
        for (int kill = 0; kill < KILLS; kill++) {
            MemoryServer first = pools.start();
            URI uri = pools.uri(first);
            try (ChildJvm second = join(uri);
                    Mangrove mangrove = connect(uri)) {
                CompletableFuture<Long> copy = startCopy(mangrove);
                killSoon(second);
                assertEndsInTime(copy);
                try (OrderedIndex target = mangrove.openOrdered(TARGET)) {
                    assertThat(target.count(Long.MIN_VALUE, BOUND - 1)).as(seed()).isIn(0L, BOUND);
                }
                mangrove.drop(TARGET);
            }
        }
    }

    @Test
    @Timeout(600)
    void shouldEndTheCallWhenTheServerThatCopiesIsKilled() {
        pools.skipAtSmallSizeUnlessOn("shm");
        for (int kill = 0; kill < KILLS; kill++) {
            try (ChildJvm first = ChildJvm.start(ServerMain.class, pools.location().toString())) {
                URI uri = URI.create(first.readLine());
                MemoryServer _ = pools.start(options -> options.withJoin(uri));
                try (Mangrove mangrove = connect(uri)) {
                    CompletableFuture<Long> copy = startCopy(mangrove);
                    killSoon(first);
                    assertEndsInTime(copy);
                }
            }
        }
    }

    private ChildJvm join(URI uri) {
        ChildJvm server =
                ChildJvm.start(ServerMain.class, pools.location().toString(), uri.toString());
        assertThat(server.readLine()).startsWith(pools.scheme());
        return server;
    }

    private Mangrove connect(URI uri) {
        Mangrove mangrove = pools.connect(uri);
        pools.until(() -> ClientAccess.of(mangrove).members().size() == 2);
        return mangrove;
    }

    private CompletableFuture<Long> startCopy(Mangrove mangrove) {
        OrderedOptions options =
                OrderedOptions.of(Design.COARSE).withPartitioning(Partitioning.byBounds(BOUND));
        try (OrderedIndex source = mangrove.createOrdered(SOURCE, options)) {
            assertThat(source.bulkLoad(new Counter(), 1)).isEqualTo(KEYS);
        }
        mangrove.createOrdered(TARGET, options).close();
        return CompletableFuture.supplyAsync(() -> copy(mangrove));
    }

    /** The number of entries; -1 if a server is lost. */
    private static long copy(Mangrove mangrove) {
        try {
            return mangrove.copyOrdered(SOURCE, TARGET, Long.MIN_VALUE, Long.MAX_VALUE);
        } catch (MangroveException e) {
            return -1;
        }
    }

    private void killSoon(ChildJvm server) {
        Pools.sleep(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
        server.signal("KILL");
    }

    private static void assertEndsInTime(CompletableFuture<Long> copy) {
        assertThat(copy).as(seed()).succeedsWithin(LONGEST_CALL).isIn(-1L, KEYS);
    }

    private static String seed() {
        return "again with -Dmangrove.seed=" + SEED;
    }

    /** Keys from 0 on, each with itself. */
    private static final class Counter implements Entries {
        private long key = -1;

        @Override
        public boolean next() {
            return ++key < KEYS;
        }

        @Override
        public long key() {
            return key;
        }

        @Override
        public long value() {
            return key;
        }
    }
}
