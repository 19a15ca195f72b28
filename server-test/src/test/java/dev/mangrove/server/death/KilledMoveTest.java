package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.ServerLostException;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Verification;
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
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The test kills movers of meganodes, and servers to which they move some. {@code
 * -Dmangrove.kills=N} sets the number of kills for runs by hand.
 */
@OnEveryFabric
final class KilledMoveTest {
    private static final int KILLS =
            Integer.getInteger("mangrove.kills", TestSize.FULL ? 10 : TestSize.MATRIX ? 2 : 1);
    private static final long SEED = Long.getLong("mangrove.seed", System.nanoTime());
    private static final int LONGEST_MILLIS = 150;

    /** Chosen: a hundred kills on a machine that is busy with other work. */
    private static final int LONGEST_SECONDS = 2400;

    private static final long KEYS = 2_000;
    private static final String NAME = "moved";

    /** Number of the server that is killed: it has joined after two others. */
    private static final int KILLED = 2;

    @RegisterExtension final Pools pools;
    private final SplittableRandom random = new SplittableRandom(SEED);

    KilledMoveTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    @Timeout(LONGEST_SECONDS)
    void shouldLeaveASoundTreeAndNoPagesBehindWhenAMoverIsKilled() {
        pools.skipAtSmallSizeUnlessOn("shm");
        MemoryServer first = pools.start();
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                OrderedIndex index = filled(mangrove)) {
            MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(second)));
            for (int kill = 0; kill < KILLS; kill++) {
                killMover(pools.uri(first));
                settle(mangrove);
                assertAll(index);
                assertThat(index.verify().orThrow().entries()).as(seed()).isEqualTo(KEYS);
            }
            mangrove.drop(NAME);
            for (int server = 0; server < 3; server++) {
                int number = server;
                pools.until(() -> ClientAccess.of(mangrove).status(number).memoryUsed() == 0);
            }
        }
    }

    private void killMover(URI uri) {
        try (ChildJvm mover =
                ChildJvm.start(MoverMain.class, uri.toString(), NAME, "" + random.nextLong())) {
            assertThat(mover.readLine()).isEqualTo("moving");
            Pools.sleep(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
            mover.signal("KILL");
        }
    }

    private void settle(Mangrove mangrove) {
        try (IndexBalance balance =
                OrderedIndexes.balance(ClientAccess.of(mangrove).session(), NAME)) {
            for (int server = 0; server < 3; server++) {
                assertThat(balance.settle(server)).as(seed()).isBetween(0, 1);
                assertThat(balance.pending(server)).as(seed()).isZero();
            }
        }
    }

    @Test
    @Timeout(LONGEST_SECONDS)
    void shouldKeepWhatOtherServersHaveWhenOneIsKilledInTheMiddleOfAMove() {
        pools.skipAtSmallSizeUnlessOn("shm");
        for (int kill = 0; kill < KILLS; kill++) {
            MemoryServer first = pools.start();
            MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
            URI uri = pools.uri(first);
            try (Mangrove mangrove = pools.connect(first);
                    OrderedIndex index = filled(mangrove)) {
                killServer(uri);
                assertSoundWithoutServer(index);
                try (Mangrove later = pools.connect(uri);
                        OrderedIndex other = later.openOrdered(NAME)) {
                    assertSoundWithoutServer(other);
                }
            }
        }
    }

    /** Kills a server that has joined, while a client moves meganodes to it and away. */
    private void killServer(URI uri) {
        try (ChildJvm third =
                        ChildJvm.start(
                                ServerMain.class, pools.location().toString(), uri.toString());
                ChildJvm mover = startMover(third, uri)) {
            assertThat(mover.readLine()).isEqualTo("moving");
            Pools.sleep(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
            third.signal("KILL");
            assertThat(mover.readLine()).as(seed()).isEqualTo("ended");
        }
    }

    private ChildJvm startMover(ChildJvm third, URI uri) {
        assertThat(third.readLine()).startsWith(pools.scheme());
        return ChildJvm.start(MoverMain.class, uri.toString(), NAME, "" + random.nextLong());
    }

    private static OrderedIndex filled(Mangrove mangrove) {
        OrderedOptions options = OrderedOptions.of(Design.CELL).withPageSize(512).withFanout(8);
        OrderedIndex index = mangrove.createOrdered(NAME, options);
        for (long rank = 0; rank < KEYS; rank++) {
            index.put(key(rank), ~rank);
        }
        return index;
    }

    private void assertAll(OrderedIndex index) {
        for (long rank = 0; rank < KEYS; rank++) {
            assertThat(index.get(key(rank))).as("key %d, %s", key(rank), seed()).hasValue(~rank);
        }
    }

    /**
     * Every key is right unless it was at the lost server, what the others have is sound, and they
     * go on: keys that can be reached can be changed.
     */
    private void assertSoundWithoutServer(OrderedIndex index) {
        List<Long> reached = keysThatAreRight(index);
        Verification found = index.verify();
        assertThat(found.faults()).as(seed()).isEmpty();
        assertThat(found.entries()).as(seed()).isBetween((long) reached.size(), KEYS);
        if (found.unreachable() == 0) {
            assertThat(reached).as("nothing was at the lost server, " + seed()).hasSize((int) KEYS);
        }
        for (long rank : reached) {
            assertThat(index.replace(key(rank), ~rank, rank)).as(seed()).isTrue();
            assertThat(index.get(key(rank))).as(seed()).hasValue(rank);
            assertThat(index.replace(key(rank), rank, ~rank)).as(seed()).isTrue();
        }
        assertThat(index.verify().faults()).as(seed()).isEmpty();
    }

    /** Ranks of the keys that can be read; the others were at the server that was killed. */
    private static List<Long> keysThatAreRight(OrderedIndex index) {
        List<Long> right = new ArrayList<>();
        for (long rank = 0; rank < KEYS; rank++) {
            try {
                assertThat(index.get(key(rank)))
                        .as("key %d, %s", key(rank), seed())
                        .hasValue(~rank);
                right.add(rank);
            } catch (ServerLostException e) {
                assertThat(e).hasMessageContaining("server " + KILLED);
            }
        }
        assertThat(right).as(seed()).isNotEmpty();
        return right;
    }

    /** Distributed over all keys. */
    private static long key(long rank) {
        return rank * 0x9E3779B97F4A7C15L;
    }

    private static String seed() {
        return "again with -Dmangrove.seed=" + SEED;
    }
}
