package dev.mangrove.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.ServerLostException;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.fixture.ServerMain;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.util.Map;

/** Meganodes that begin by splits at one server, and servers that have joined an index's pool. */
@OnEveryFabric
final class MeganodeKeeperTest {
    private static final String NAME = "grown";

    /** Ranks of keys that one server gets when the tree is spread, and some of the other's. */
    private static final int FIRST_RANKS = 8;

    private static final long STRIDE = 1L << 20;

    @RegisterExtension final Pools pools;

    MeganodeKeeperTest(String scheme) {
        pools = new Pools(scheme);
    }

    @BeforeEach
    void needTime() {
        pools.skipAtSmallSizeUnlessOn("shm");
    }

    @Test
    void shouldMoveNewMeganodesWhileTheOtherServerHasFew() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                OrderedIndex index = created(mangrove)) {
            Keeper keeper = keeper(mangrove);
            assertThat(keeper.round()).isTrue();

            fillLeft(index, 0, 3_000);
            Map<Integer, Integer> before = WholeBalance.meganodesOf(balance(mangrove));
            assertThat(before.get(0)).isGreaterThan(5);
            assertThat(before.get(1)).isEqualTo(1);
            assertThat(keeper.round()).isTrue();
            Map<Integer, Integer> after = WholeBalance.meganodesOf(balance(mangrove));

            assertThat(after.get(0) - after.get(1)).isBetween(0, 1);
            assertThat(after.get(0) + after.get(1)).isEqualTo(before.get(0) + 1);
            assertFilled(index, 3_000);
            end(keeper);
        }
    }

    @Test
    void shouldMoveNothingToAServerThatWasEmptied() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                OrderedIndex index = created(mangrove)) {
            Keeper keeper = keeper(mangrove);
            WholeBalance.moveAll(balance(mangrove), 0);
            assertThat(keeper.round()).isTrue();

            fillLeft(index, 0, 2_000);
            assertThat(keeper.round()).isTrue();

            assertThat(WholeBalance.meganodesOf(balance(mangrove))).containsOnlyKeys(0);
            assertFilled(index, 2_000);
            end(keeper);
        }
    }

    /** A mover that died after some pages leaves a meganode at two servers. */
    @Test
    void shouldMoveTheRestOfAMeganodeInItsFirstRound() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                OrderedIndex index = created(mangrove)) {
            fillLeft(index, 0, 2_000);
            long[] pages = new long[2];
            try (IndexBalance balance = balance(mangrove)) {
                assertThat(balance.move(KeyCopy.of(0), 1)).isGreaterThan(10);
                balance.count(KeyCopy.of(0), pages);
                assertThat(pages[0]).isZero();
                int[] left = {3};
                assertThat(balance.move(KeyCopy.of(0), 0, () -> left[0]-- > 0)).isEqualTo(3);
            }
            Keeper keeper = keeper(mangrove);
            assertThat(keeper.round()).isTrue();

            try (IndexBalance balance = balance(mangrove)) {
                long[] after = new long[2];
                balance.count(KeyCopy.of(0), after);
                assertThat(after).containsExactly(pages[1], 0);
            }
            assertFilled(index, 2_000);
            end(keeper);
        }
    }

    @Test
    void shouldNoticeTheLossOfAServerThatJoinedAfterTheIndexWasCreated() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        URI uri = pools.uri(first);
        try (Mangrove mangrove = pools.connect(first);
                OrderedIndex index = created(mangrove);
                ChildJvm third =
                        ChildJvm.start(
                                ServerMain.class, pools.location().toString(), uri.toString())) {
            assertThat(third.readLine()).startsWith(pools.scheme());
            try (IndexBalance balance = balance(mangrove)) {
                assertThat(balance.move(KeyCopy.of(0), 2)).isPositive();
            }
            assertThat(index.get(0)).hasValue(0);
            third.signal("KILL");

            pools.until(() -> isLost(index, 0));
            assertThat(isLost(index, 0)).as("again").isTrue();
            assertThat(index.get(key(FIRST_RANKS - 1))).hasValue(key(FIRST_RANKS - 1));
        }
    }

    private static boolean isLost(OrderedIndex index, long key) {
        try {
            assertThat(index.get(key)).hasValue(key);
            return false;
        } catch (ServerLostException e) {
            return true;
        }
    }

    /** Each server has half of the first ranks. */
    private static OrderedIndex created(Mangrove mangrove) {
        OrderedOptions options = OrderedOptions.of(Design.CELL).withPageSize(512).withFanout(8);
        try (Session session = ClientAccess.of(mangrove).session()) {
            OrderedIndexes.create(session, NAME, options);
        }
        OrderedIndex index =
                OrderedIndexes.open(ClientAccess.of(mangrove).session(), NAME, ViewOptions.DEFAULT);
        for (int rank = 0; rank <= FIRST_RANKS; rank++) {
            boolean _ = index.put(key(rank), key(rank));
        }
        return index;
    }

    private static long key(long rank) {
        return rank * STRIDE;
    }

    /** Puts keys that the first server gets. */
    private static void fillLeft(OrderedIndex index, int from, int to) {
        for (int i = from; i < to; i++) {
            long key = left(i);
            boolean _ = index.put(key, key);
        }
    }

    private static long left(int i) {
        return Math.floorMod(i * 0x9E3779B97F4A7C15L, 3 * STRIDE);
    }

    private static void assertFilled(OrderedIndex index, int to) {
        for (int i = 0; i < to; i++) {
            assertThat(index.get(left(i))).as("key %d", left(i)).hasValue(left(i));
        }
        assertThat(index.verify().orThrow().entries()).isGreaterThan(to / 2);
    }

    private static Keeper keeper(Mangrove mangrove) {
        Session session = ClientAccess.of(mangrove).session();
        return OrderedIndexes.keeper(session, session.catalogue().open(NAME));
    }

    /** Gives the lease and the session back. */
    private static void end(Keeper keeper) {
        keeper.close();
        keeper.run();
    }

    private static IndexBalance balance(Mangrove mangrove) {
        return OrderedIndexes.balance(ClientAccess.of(mangrove).session(), NAME);
    }
}
