package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.btree.partition.MergedCursor;
import dev.mangrove.index.btree.partition.Shares;
import dev.mangrove.index.btree.partition.SharesCursor;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Ranges over several shares return entries in order of all keys. */
final class CursorsTest {
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final NavigableMap<Long, Long> model = new TreeMap<>();

    @RepeatedTest(10)
    void shouldGoThroughSharesByKeyInOrder() {
        Shares shares = new Shares(new Partitioning(false, List.of(20L, 21L, 50L, 80L)));
        FakePartition[] partitions = fill(shares);
        for (int i = 0; i < 300; i++) {
            RangeQuery query = query();
            compare(query, new SharesCursor(partitions, shares, query), partitions);
        }
    }

    @RepeatedTest(10)
    void shouldMergeSharesByHashInOrder() {
        Shares shares = new Shares(Partitioning.byHash(1, 2, 3));
        FakePartition[] partitions = fill(shares);
        for (int i = 0; i < 300; i++) {
            RangeQuery query = query();
            compare(query, new MergedCursor(partitions, query), partitions);
        }
    }

    @Test
    void shouldAskOnlySharesThatHaveKeysOfTheRange() {
        Shares shares = new Shares(new Partitioning(false, List.of(20L, 50L, 80L)));
        FakePartition[] partitions = fill(shares);
        List<Long> keys = keys(new SharesCursor(partitions, shares, RangeQuery.between(20, 49)));
        assertThat(keys).containsExactlyElementsOf(model.subMap(20L, 50L).keySet());
        assertThat(partitions[0].scans + partitions[2].scans + partitions[3].scans).isZero();
    }

    @Test
    void shouldRefuseToGoOnWhenClosed() {
        Shares shares = new Shares(new Partitioning(false, List.of(20L)));
        FakePartition[] partitions = fill(shares);
        Cursor byKey = new SharesCursor(partitions, shares, RangeQuery.all());
        Cursor byHash = new MergedCursor(partitions, RangeQuery.all());
        for (Cursor cursor : List.of(byKey, byHash)) {
            assertThat(cursor.next()).isTrue();
            cursor.close();
            assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
        }
        assertThat(partitions).allMatch(partition -> partition.openCursors == 0);
    }

    private FakePartition[] fill(Shares shares) {
        FakePartition[] partitions = new FakePartition[shares.count()];
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = new FakePartition();
        }
        model.put(Long.MIN_VALUE, 1L);
        model.put(Long.MAX_VALUE, 2L);
        for (int i = 0; i < 60; i++) {
            long key = random.nextLong(100);
            model.put(key, 1000 + key);
        }
        model.forEach((key, value) -> partitions[shares.of(key)].entries.put(key, value));
        return partitions;
    }

    private RangeQuery query() {
        long from = random.nextInt(10) == 0 ? Long.MIN_VALUE : random.nextLong(-5, 105);
        long to = random.nextInt(10) == 0 ? Long.MAX_VALUE : random.nextLong(-5, 105);
        long limit = random.nextBoolean() ? Long.MAX_VALUE : random.nextLong(30);
        return new RangeQuery(from, to, random.nextBoolean(), limit);
    }

    private void compare(RangeQuery query, Cursor cursor, FakePartition[] partitions) {
        NavigableMap<Long, Long> part =
                query.from() > query.to()
                        ? new TreeMap<>()
                        : model.subMap(query.from(), true, query.to(), true);
        NavigableMap<Long, Long> ordered = query.descending() ? part.descendingMap() : part;
        List<Map.Entry<Long, Long>> expected =
                ordered.entrySet().stream().limit(query.limit()).toList();
        List<Map.Entry<Long, Long>> actual = new ArrayList<>();
        while (cursor.next()) {
            actual.add(Map.entry(cursor.key(), cursor.value()));
        }
        assertThat(cursor.next()).isFalse();
        assertThat(actual).as("seed %d, %s", seed, query).isEqualTo(expected);
        cursor.close();
        assertThat(partitions).allMatch(partition -> partition.openCursors == 0);
    }

    private static List<Long> keys(Cursor cursor) {
        List<Long> keys = new ArrayList<>();
        while (cursor.next()) {
            keys.add(cursor.key());
        }
        cursor.close();
        return keys;
    }
}
