package dev.mangrove.contract.ordered.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.AccessMode;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** Statistics are plausible. */
public abstract class StatisticsContract {
    @Test
    void shouldGrowInHeight(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        index.put(0, 0);
        OrderedStatistics first = index.statistics();
        assertThat(first.height()).isBetween(1, 2);
        assertThat(first.entries()).isEqualTo(1);
        for (long key = 1; key < 300; key++) {
            index.put(key, key);
        }
        OrderedStatistics then = index.statistics();
        assertThat(then.height()).isGreaterThan(first.height()).isLessThan(12);
        assertThat(then.entries()).isEqualTo(300);
        assertThat(then.leaves()).isBetween(300L / 4, 300L);
        assertThat(then.inners()).isBetween(1L, then.leaves() + 10);
        assertThat(then.fill()).isBetween(0.25, 1.0);
    }

    @Test
    void shouldAgreeWithVerification(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (long key = 0; key < 300; key++) {
            index.put(key, key);
        }
        for (long key = 0; key < 300; key += 3) {
            index.delete(key);
        }
        assertThat(index.statistics().entries())
                .isEqualTo(200)
                .isEqualTo(index.verify().orThrow().entries());
    }

    @Test
    void shouldCountWhatOperationsCost(IndexFixture fixture) {
        ViewOptions bare = fixture.view().withCacheBytes(0).withInPlace(false);
        OrderedIndex index = fixture.open(fixture.create(fixture.options()), bare);
        for (long key = 0; key < 200; key++) {
            index.put(key, key);
        }
        OrderedCosts before = index.costs();
        for (long key = 0; key < 100; key++) {
            index.getOrDefault(key, 0);
        }
        OrderedCosts spent = index.costs().since(before);
        assertThat(spent.operations()).isEqualTo(100);
        assertThat(spent.roundTrips()).isGreaterThanOrEqualTo(100);
        assertThat(spent.bytesRead()).isPositive();
        assertThat(spent.bytesWritten()).isNotNegative();
        assertThat(spent.atomics()).isNotNegative();
        assertThat(spent.messages()).isNotNegative();
    }

    /** Level 0 are the leaves: a get reads the pages of levels 2, 1 and 0. */
    @Test
    void shouldReadTheLevelsThatAViewDoesNotCache(IndexFixture fixture) {
        fixture.needServers();
        Assumptions.assumeTrue(fixture.design() != Design.HYBRID, "servers have the upper levels");
        String name = fixture.create(fixture.tiny());
        OrderedIndex writer = fixture.open(name);
        for (long key = 0; key < 900; key++) {
            writer.put(key, key);
        }
        ViewOptions high = fixture.view().withInPlace(false).withAccess(AccessMode.CLIENT);
        OrderedIndex index = fixture.open(name, high.withCachedFrom(3));
        assertThat(index.statistics().height()).isGreaterThan(4);
        get(index, 20);
        // The index's keeper may be at work, so that a get may need more round trips.
        long[] reads =
                LongStream.range(0, 5)
                        .map(_ -> tripsOf(index, () -> get(index, 20)))
                        .sorted()
                        .toArray();
        assertThat(reads[reads.length / 2]).isBetween(60L, 63L);
    }

    private static void get(OrderedIndex index, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(index.getOrDefault(7, 0)).isEqualTo(7);
        }
    }

    /** By verbs a count reads no entries; by message the server sends them all. */
    @Test
    void shouldCountKeysWithLessThanHalfOfTheBytesOfAScan(IndexFixture fixture) {
        fixture.needServers();
        fixture.needViews();
        String name = fixture.create(fixture.options());
        fixture.open(name)
                .bulkLoad(Lists.stream(Lists.random(fixture.random(), 5000).entrySet()), 0.7);
        // A policy might choose messages for the scan and READs for the count.
        ViewOptions bare = fixture.view().withCacheBytes(0).withAccess(AccessMode.SERVER);
        OrderedIndex index = fixture.open(name, bare.withInPlace(false));
        long scan = bytesOf(index, () -> assertThat(Lists.all(index)).hasSize(5000));
        long count =
                bytesOf(
                        index,
                        () ->
                                assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE))
                                        .isEqualTo(5000));
        boolean oneSided = fixture.design() == Design.FINE || fixture.design() == Design.SHERMAN;
        assertThat(count).isPositive().isLessThanOrEqualTo(oneSided ? scan / 2 : scan);
    }

    /**
     * The leaves of a range lie below many inner pages; a scan must not stop at the first. A READ
     * of many leaves counts as a round trip for each of the servers, which are read at the same
     * time.
     */
    @Test
    void shouldReadManyLeavesOfARangeInOneRoundTrip(IndexFixture fixture) {
        fixture.needServers();
        fixture.needViews();
        String name = fixture.create(withoutHeads(fixture));
        fixture.open(name)
                .bulkLoad(Lists.stream(Lists.random(fixture.random(), 10_000).entrySet()), 0.7);
        ViewOptions byVerbs = fixture.view().withInPlace(false).withAccess(AccessMode.CLIENT);
        OrderedIndex index = fixture.open(name, byVerbs);
        long leaves = index.statistics().leaves();
        for (RangeQuery query : List.of(RangeQuery.all(), RangeQuery.all().reversed())) {
            long scan = tripsOf(index, () -> assertThat(Lists.keys(index, query)).hasSize(10_000));
            assertThat(scan).as("seed %d", fixture.seed()).isLessThan(leaves / 2);
        }
    }

    /** Keys alone travel by message, and by verbs where the target gathers them. */
    @Test
    void shouldReadFewerBytesWhenARangeAsksForKeysOnly(IndexFixture fixture) {
        fixture.needServers();
        fixture.needViews();
        String name = fixture.create(withoutHeads(fixture));
        fixture.open(name)
                .bulkLoad(Lists.stream(Lists.random(fixture.random(), 5000).entrySet()), 0.7);
        OrderedIndex index =
                fixture.open(name, fixture.view().withInPlace(false).withAccess(AccessMode.SERVER));
        assertThat(Lists.all(index)).hasSize(5000);
        RangeQuery all = RangeQuery.all();
        long entries = bytesOf(index, () -> assertThat(Lists.all(index)).hasSize(5000));
        long keys = bytesOf(index, () -> readAll(index, all.keysOnly(), Cursor::key));
        long values = bytesOf(index, () -> readAll(index, all.valuesOnly(), Cursor::value));
        boolean byMessage = fixture.design() == Design.COARSE;
        boolean gathers = !fixture.fabric().equals("sim");
        long most = byMessage || gathers ? entries * 2 / 3 : entries;
        assertThat(keys).isPositive().isLessThanOrEqualTo(most);
        // Shares by hash are merged by their keys.
        boolean merged = fixture.servers() > 1;
        assertThat(values).isLessThanOrEqualTo(byMessage && !merged ? most : entries);
    }

    private static void readAll(OrderedIndex index, RangeQuery query, ToLongFunction<Cursor> what) {
        assertThat(Lists.longs(index, query, what)).hasSize(5000);
    }

    @Test
    void shouldReadNoMoreLeavesThanALimitNeeds(IndexFixture fixture) {
        fixture.needServers();
        fixture.needViews();
        String name = fixture.create(withoutHeads(fixture));
        fixture.open(name)
                .bulkLoad(Lists.stream(Lists.random(fixture.random(), 5000).entrySet()), 1);
        ViewOptions byVerbs = fixture.view().withInPlace(false).withAccess(AccessMode.CLIENT);
        OrderedIndex index = fixture.open(name, byVerbs);
        assertThat(Lists.all(index)).hasSize(5000);
        RangeQuery few = RangeQuery.atLeast(0).limit(5);
        long bytes = bytesOf(index, () -> assertThat(Lists.keys(index, few)).hasSize(5));
        long shares = fixture.servers();
        assertThat(bytes).as("seed %d", fixture.seed()).isLessThan(3 * 1024 * shares);
    }

    /** A keeper that adds head nodes changes what a range reads. */
    private static OrderedOptions withoutHeads(IndexFixture fixture) {
        return fixture.options().withHeadInterval(0);
    }

    private static long tripsOf(OrderedIndex index, Runnable work) {
        OrderedCosts before = index.costs();
        work.run();
        return index.costs().since(before).roundTrips();
    }

    private static long bytesOf(OrderedIndex index, Runnable work) {
        OrderedCosts before = index.costs();
        work.run();
        return index.costs().since(before).bytesRead();
    }

    @Test
    void shouldCountEachViewForItself(IndexFixture fixture) {
        String name = fixture.create(fixture.options());
        OrderedIndex busy = fixture.open(name);
        for (long key = 0; key < 100; key++) {
            busy.put(key, key);
        }
        assertThat(busy.costs().operations()).isGreaterThanOrEqualTo(100);
        OrderedIndex idle = fixture.open(name);
        assertThat(idle.costs().operations()).isZero();
        assertThat(idle.statistics().entries()).isEqualTo(100);
    }
}
