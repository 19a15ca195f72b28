package dev.mangrove.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.index.access.AccessOptions;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.cache.PathCache;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.partition.Meganodes;
import dev.mangrove.index.btree.partition.RemoteChange;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.page.strings.LongKeys;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Trees of meganodes whose keys are byte strings: how they spread, and what moves with a page. */
@OnEveryFabric
final class MeganodeStringsTest {
    private static final String NAME = "strings";
    private static final int ROOT_LEVEL = 1;
    private static final int FANOUT = 8;

    /** So many that the tree has some ten meganodes. */
    private static final int KEYS = 600;

    /** Chosen: longer than any line has room for. */
    private static final int LONG = 400;

    /** Changes that store nothing where the first key is absent. */
    private static final List<Predicate<BytesIndex>> CHANGES_OF_ABSENT =
            List.of(
                    index -> index.delete(key(0, "")),
                    index -> index.delete(key(0, ""), value(0)),
                    index -> index.replace(key(0, ""), value(0), value(1)));

    @RegisterExtension final Pools pools;

    MeganodeStringsTest(String scheme) {
        pools = new Pools(scheme);
    }

    @BeforeEach
    void needTime() {
        pools.skipAtSmallSizeUnlessOn("shm");
    }

    @Test
    void shouldComeToServersThatHaveNoMeganodesYet() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                BytesIndex index = created(mangrove)) {
            fill(index, 0, KEYS, "");
            assertThat(WholeBalance.meganodesOf(balance(mangrove))).containsOnlyKeys(0);
            Keeper keeper = keeper(mangrove);

            assertThat(keeper.round()).isTrue();

            Map<Integer, Integer> placed = WholeBalance.meganodesOf(balance(mangrove));
            assertThat(placed.get(0) - placed.get(1)).isBetween(0, 1);
            fill(index, KEYS, 2 * KEYS, "");
            assertThat(keeper.round()).isTrue();
            Map<Integer, Integer> after = WholeBalance.meganodesOf(balance(mangrove));
            assertThat(after.get(0)).isGreaterThan(placed.get(0));
            assertThat(after.get(1)).isGreaterThan(placed.get(1));
            assertFilled(index, 2 * KEYS, "");
            end(keeper);
        }
    }

    @Test
    void shouldMoveNothingToAServerThatWasEmptied() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                BytesIndex index = created(mangrove)) {
            fill(index, 0, KEYS, "");
            Keeper keeper = keeper(mangrove);
            assertThat(keeper.round()).isTrue();
            assertThat(WholeBalance.meganodesOf(balance(mangrove))).containsOnlyKeys(0, 1);

            WholeBalance.moveAll(balance(mangrove), 0);
            fill(index, KEYS, 2 * KEYS, "");
            assertThat(keeper.round()).isTrue();
            end(keeper);
            Keeper next = keeper(mangrove);
            assertThat(next.round()).isTrue();
            fill(index, 2 * KEYS, 3 * KEYS, "");
            assertThat(next.round()).isTrue();

            assertThat(WholeBalance.meganodesOf(balance(mangrove))).containsOnlyKeys(0);
            assertFilled(index, 3 * KEYS, "");
            end(next);
        }
    }

    /** Each page's long keys lie at its server, so a moved page has extents of its own. */
    @Test
    void shouldMoveLongKeysWithTheirPages() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        String tail = "x".repeat(LONG);
        try (Mangrove mangrove = pools.connect(first)) {
            try (BytesIndex index = created(mangrove)) {
                fill(index, 0, KEYS, tail);
                long extents = index.statistics().extents();
                assertThat(extents).isGreaterThan(KEYS);

                for (int turn = 0; turn < 4; turn++) {
                    WholeBalance.moveAll(balance(mangrove), 1 - turn % 2);
                    assertThat(WholeBalance.meganodesOf(balance(mangrove)))
                            .containsOnlyKeys(1 - turn % 2);
                    assertFilled(index, KEYS, tail);
                }

                assertThat(index.statistics().extents()).isEqualTo(extents);
                deleteAll(index, KEYS, tail);
                assertThat(index.count(BytesRange.all())).isZero();
            }
            assertThat(lost(mangrove)).isZero();
        }
    }

    /** An entry's clock is that of its extent, wherever its page is. */
    @Test
    void shouldJudgeEntriesOfPagesThatHaveMoved() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first)) {
            try (BytesIndex index = created(mangrove)) {
                for (int i = 0; i < KEYS; i++) {
                    Duration ttl = i % 2 == 0 ? Duration.ZERO : Duration.ofDays(1);
                    assertThat(index.put(key(i, ""), value(i), ttl)).isTrue();
                }
                WholeBalance.moveAll(balance(mangrove), 1);

                for (int i = 0; i < KEYS; i++) {
                    boolean isOver = i % 2 == 0;
                    assertThat(index.replace(key(i, ""), value(i), value(i + 1)))
                            .isEqualTo(!isOver);
                    assertThat(index.putIfAbsent(key(i, ""), value(i + 2))).isEqualTo(isOver);
                    assertThat(index.get(key(i, ""))).isEqualTo(value(isOver ? i + 2 : i + 1));
                    assertThat(index.delete(key(i, ""))).isTrue();
                }
                assertThat(index.verify().orThrow().entries()).isZero();
            }
            assertThat(lost(mangrove)).isZero();
        }
    }

    /**
     * A client may judge an entry alive and send its change after another client has found that the
     * entry has expired.
     */
    @Test
    void shouldNotFindAnEntryThatAnotherClientHasFoundExpired() {
        MemoryServer server = pools.start();
        byte[] key = key(0, "");
        try (Mangrove mangrove = pools.connect(server);
                BytesIndex index = created(mangrove);
                Session session = ClientAccess.of(mangrove).session()) {
            SessionPages pages = pages(session);
            Meganodes late = meganodes(session, pages);
            for (Predicate<BytesIndex> absent : CHANGES_OF_ABSENT) {
                assertThat(index.put(key, value(0), Duration.ZERO)).isTrue();
                RemoteChange put = new RemoteChange();
                put.set(Change.PUT, pages.order().word(KeyCopy.of(key)), 0, 0);
                assertThat(late.change(put)).isEqualTo(MeganodeKind.UNJUDGED);
                put.judge(put.lostWord(), false);

                assertThat(absent.test(index)).isFalse();

                assertThat(late.change(put)).isEqualTo(MeganodeKind.YES);
                assertThat(index.delete(key)).isTrue();
            }
            assertThat(index.statistics().extents()).isZero();
        }
    }

    @Test
    void shouldKeepAllAndLoseNothingWhereThereIsNoMemoryForLongKeys() {
        MemoryServer server = pools.start(options -> options.withMemoryLimit(16 << 20));
        String tail = "y".repeat(LONG);
        try (Mangrove mangrove = pools.connect(server)) {
            try (BytesIndex index = created(mangrove)) {
                int stored = fillUp(index, tail);
                assertThat(stored).isGreaterThan(KEYS);

                for (int i = stored; i < stored + 100; i++) {
                    boolean _ = tryPut(index, i, tail);
                }
                assertFilled(index, stored, tail);
                assertThat(index.verify().orThrow().faults()).isEmpty();
                for (int i = 0; i < stored / 2; i++) {
                    assertThat(index.delete(key(i, tail))).isTrue();
                }
                assertThat(index.put(key(0, tail), value(0))).isTrue();
            }
            assertThat(lost(mangrove)).isZero();
        }
    }

    /** Puts keys until there is no memory; returns how many there are. */
    private static int fillUp(BytesIndex index, String tail) {
        int stored = 0;
        while (tryPut(index, stored, tail)) {
            stored++;
        }
        return stored;
    }

    private static boolean tryPut(BytesIndex index, int i, String tail) {
        try {
            boolean _ = index.put(key(i, tail), value(i));
            return true;
        } catch (MemoryExhaustedException e) {
            return false;
        }
    }

    private static BytesIndex created(Mangrove mangrove) {
        BytesOptions options =
                BytesOptions.DEFAULT.withDesign(Design.CELL).withPageSize(1024).withFanout(FANOUT);
        try (Session session = ClientAccess.of(mangrove).session()) {
            BytesIndexes.create(session, NAME, options, Technique.of(Design.CELL), ROOT_LEVEL);
        }
        return BytesIndexes.open(ClientAccess.of(mangrove).session(), NAME);
    }

    private static byte[] key(int i, String tail) {
        return (Integer.reverse(i) + tail).getBytes(UTF_8);
    }

    /** Half of the values are in extents. */
    private static byte[] value(int i) {
        byte[] value = new byte[i % 2 == 0 ? 8 : 100];
        Arrays.fill(value, (byte) i);
        return value;
    }

    private static void fill(BytesIndex index, int from, int to, String tail) {
        for (int i = from; i < to; i++) {
            assertThat(index.put(key(i, tail), value(i))).isTrue();
        }
    }

    private static void deleteAll(BytesIndex index, int to, String tail) {
        for (int i = 0; i < to; i++) {
            assertThat(index.delete(key(i, tail))).isTrue();
        }
    }

    private static void assertFilled(BytesIndex index, int to, String tail) {
        for (int i = 0; i < to; i++) {
            assertThat(index.get(key(i, tail))).as("key %d", i).isEqualTo(value(i));
        }
        assertThat(index.verify().orThrow().entries()).isGreaterThanOrEqualTo(to);
    }

    /** Extents that are neither in the tree nor in the hands of a view, and that none can free. */
    private static long lost(Mangrove mangrove) {
        try (Session session = ClientAccess.of(mangrove).session()) {
            return BytesIndexes.freeLost(session, NAME);
        }
    }

    private static Keeper keeper(Mangrove mangrove) {
        Session session = ClientAccess.of(mangrove).session();
        return BytesIndexes.keeper(session, session.catalogue().open(NAME));
    }

    /** Gives the lease and the session back. */
    private static void end(Keeper keeper) {
        keeper.close();
        keeper.run();
    }

    private static SessionPages pages(Session session) {
        IndexDescriptor index = session.catalogue().open(NAME);
        int pageSize = index.spec().pageSize();
        return new SessionPages(
                session,
                index,
                new StringFormat(pageSize, (int) index.id(), LongKeys.NONE),
                index.spec().servers(),
                new AccessOptions(false, CopyCheck.EVERY_LINE, true, Technique.of(Design.CELL)));
    }

    private static Meganodes meganodes(Session session, SessionPages pages) {
        IndexDescriptor index = session.catalogue().open(NAME);
        return new Meganodes(
                session,
                pages,
                TreeKind.tree(index.id(), 0),
                index.spec().servers(),
                FANOUT,
                ROOT_LEVEL,
                NodeCache.ofStrings(0),
                1,
                new PathCache(0));
    }

    private static IndexBalance balance(Mangrove mangrove) {
        return BytesIndexes.balance(ClientAccess.of(mangrove).session(), NAME);
    }
}
