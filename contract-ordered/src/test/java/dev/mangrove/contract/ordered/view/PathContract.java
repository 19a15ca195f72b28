package dev.mangrove.contract.ordered.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.AccessMode;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.ClientAccess;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** Views of an index of meganodes that keep paths instead of copies of inner pages. */
public abstract class PathContract {
    private static final int KEYS = 400;
    private static final int STEPS = TestSize.FULL ? 4_000 : 600;
    private static final long ROOM_FOR_THREE = 3 * 48;
    private static final long SMALL_CACHE = 1_024;
    private static final List<AccessMode> MODES = List.of(AccessMode.SERVER, AccessMode.CLIENT);

    /** Two messages without a path: the home server names the meganode's. */
    @Test
    void shouldAskOneServerPerKeyWithPaths(IndexFixture fixture) {
        String name = filled(fixture);
        ViewOptions bare = bare(fixture, AccessMode.SERVER);
        long without = usual(fixture.open(name, bare.withPathBytes(0)), OrderedCosts::messages);
        long with = usual(fixture.open(name, bare), OrderedCosts::messages);
        assertThat(with).isEqualTo(KEYS);
        assertThat(without).isGreaterThan(with + KEYS / 4);
    }

    @Test
    void shouldReadNoPageAboveMeganodesWithPaths(IndexFixture fixture) {
        String name = filled(fixture);
        ViewOptions bare = bare(fixture, AccessMode.CLIENT);
        OrderedIndex index = fixture.open(name, bare);
        long levels = fixture.tiny().meganodeLevel() + 1L;
        assertThat(index.statistics().height()).isGreaterThan((int) levels);
        long without = usual(fixture.open(name, bare.withPathBytes(0)), OrderedCosts::roundTrips);
        long with = usual(index, OrderedCosts::roundTrips);
        assertThat(with).isBetween(KEYS * levels, KEYS * levels + KEYS / 10);
        assertThat(without).isGreaterThanOrEqualTo(with + KEYS);
    }

    /** A cache that has room for all copies is used instead of paths. */
    @Test
    void shouldUsePathsWhereTheCacheIsTooSmall(IndexFixture fixture) {
        String name = filled(fixture);
        ViewOptions small = bare(fixture, AccessMode.CLIENT).withCacheBytes(SMALL_CACHE);
        long without = usual(fixture.open(name, small.withPathBytes(0)), OrderedCosts::roundTrips);
        long with = usual(fixture.open(name, small), OrderedCosts::roundTrips);
        assertThat(with).isLessThanOrEqualTo(without);
    }

    @Test
    void shouldFindMeganodesThatHaveMoved(IndexFixture fixture) {
        String name = filled(fixture);
        for (AccessMode mode : MODES) {
            OrderedIndex index = fixture.open(name, bare(fixture, mode));
            assertAllThere(index);
            try (IndexBalance balance = balance(fixture, name)) {
                for (int server : balance.servers()) {
                    moveAll(balance, server);
                    assertAllThere(index);
                }
            }
            assertThat(Lists.keys(index, RangeQuery.all()))
                    .containsExactlyElementsOf(LongStream.range(0, KEYS).boxed().toList());
        }
    }

    @Test
    void shouldBehaveAsASortedMapWithFewerPathsThanMeganodes(IndexFixture fixture) {
        String name = filled(fixture);
        NavigableMap<Long, Long> model = new TreeMap<>();
        LongStream.range(0, KEYS).forEach(key -> model.put(key, -key));
        SplittableRandom random = new SplittableRandom(fixture.seed());
        List<OrderedIndex> views =
                MODES.stream()
                        .map(mode -> bare(fixture, mode).withPathBytes(ROOM_FOR_THREE))
                        .flatMap(few -> List.of(few, few.withCacheBytes(SMALL_CACHE)).stream())
                        .map(options -> fixture.open(name, options))
                        .toList();
        try (IndexBalance balance = balance(fixture, name)) {
            for (int step = 0; step < STEPS; step++) {
                OrderedIndex index = views.get(random.nextInt(views.size()));
                change(index, model, random, fixture.seed());
                if (step % (STEPS / 3) == 0) {
                    moveAll(balance, balance.servers().get(step % balance.servers().size()));
                }
            }
        }
        for (OrderedIndex index : views) {
            assertThat(Lists.all(index))
                    .as("seed %d", fixture.seed())
                    .isEqualTo(Lists.expected(model, RangeQuery.all()));
        }
    }

    private static void change(
            OrderedIndex index,
            NavigableMap<Long, Long> model,
            SplittableRandom random,
            long seed) {
        long key = random.nextInt(2 * KEYS);
        Long known = model.get(key);
        switch (random.nextInt(4)) {
            case 0 -> {
                long value = random.nextLong();
                assertThat(index.put(key, value)).as("seed %d", seed).isEqualTo(known == null);
                model.put(key, value);
            }
            case 1 -> {
                assertThat(index.delete(key)).as("seed %d", seed).isEqualTo(known != null);
                model.remove(key);
            }
            case 2 -> {
                NavigableMap<Long, Long> expected = model.subMap(key, true, key + 20, true);
                List<Long> found = Lists.keys(index, RangeQuery.between(key, key + 20));
                assertThat(found).as("seed %d", seed).containsExactlyElementsOf(expected.keySet());
            }
            default -> {
                boolean isThere = known != null;
                assertThat(index.get(key).isPresent()).as("seed %d", seed).isEqualTo(isThere);
                assertThat(index.getOrDefault(key, 0))
                        .as("seed %d", seed)
                        .isEqualTo(model.getOrDefault(key, 0L));
            }
        }
    }

    private static void assertAllThere(OrderedIndex index) {
        for (long key = 0; key < KEYS; key++) {
            assertThat(index.get(key)).as("key %d", key).hasValue(-key);
        }
    }

    /** The index's keeper may be at work, so that single rounds may cost more. */
    private static long usual(OrderedIndex index, ToLongFunction<OrderedCosts> cost) {
        assertAllThere(index);
        return LongStream.range(0, 5)
                .map(
                        _ -> {
                            OrderedCosts before = index.costs();
                            assertAllThere(index);
                            return cost.applyAsLong(index.costs().since(before));
                        })
                .min()
                .orElseThrow();
    }

    private static ViewOptions bare(IndexFixture fixture, AccessMode mode) {
        return fixture.view().withCacheBytes(0).withInPlace(false).withAccess(mode);
    }

    private static String filled(IndexFixture fixture) {
        Assumptions.assumeTrue(
                fixture.design() == Design.CELL && fixture.servers() > 1,
                "only trees of meganodes of several servers have paths");
        fixture.needViews();
        String name = fixture.create(fixture.tiny());
        OrderedIndex filler = fixture.open(name);
        for (long key = 0; key < KEYS; key++) {
            filler.put(key, -key);
        }
        return name;
    }

    private static IndexBalance balance(IndexFixture fixture, String name) {
        return OrderedIndexes.balance(ClientAccess.of(fixture.client().mangrove()).session(), name);
    }

    private static void moveAll(IndexBalance balance, int server) {
        KeyCopy key = KeyCopy.LEAST;
        boolean hasNext = balance.look(key);
        while (hasNext) {
            hasNext = balance.hasNext();
            KeyCopy next = balance.next();
            long _ = balance.move(key, server);
            key = next;
            hasNext = hasNext && balance.look(key);
        }
    }
}
