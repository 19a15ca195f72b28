package dev.mangrove.contract.ordered.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.session.ClientAccess;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

/** Meganodes that move between servers while clients work: even keys stay, odd ones change. */
public abstract class MoveContract {
    private static final int EVENS = 300;
    private static final int ROUNDS = TestSize.FULL ? 4 : 1;
    private static final List<Long> STABLE =
            LongStream.range(0, EVENS).map(i -> 2 * i).boxed().toList();

    @Test
    void shouldMoveAllMeganodesToOneServer(IndexFixture fixture) {
        needMeganodes(fixture);
        String name = filled(fixture);
        OrderedIndex index = fixture.open(name);
        try (IndexBalance balance = balance(fixture.client(), name)) {
            int to = balance.servers().getLast();
            assertThat(moveAll(balance, to)).isPositive();
            // The index's keeper may place meganodes that are new elsewhere meanwhile.
            assertThat(fixture.eventually(() -> moveAll(balance, to) == 0 && areAt(to, balance)))
                    .as("all meganodes are at server %d", to)
                    .isTrue();
            assertNothingUnderWay(fixture, balance);
        }
        assertThat(Lists.keys(index, RangeQuery.all())).isEqualTo(STABLE);
        assertThat(Lists.keys(index, RangeQuery.all().reversed())).isEqualTo(STABLE.reversed());
        for (long key : STABLE) {
            assertThat(index.get(key)).as("key %d", key).hasValue(-key);
            assertThat(index.put(key + 1, key)).isTrue();
        }
        assertThat(index.verify().orThrow().entries()).isEqualTo(2L * EVENS);
    }

    @Test
    void shouldMoveMeganodesWhileClientsWork(IndexFixture fixture) {
        needMeganodes(fixture);
        String name = filled(fixture);
        AtomicBoolean done = new AtomicBoolean();
        long seed = fixture.random().nextLong();
        fixture.together(
                4,
                (number, client) -> {
                    if (number == 0) {
                        moveAround(fixture, client, name, done);
                        return;
                    }
                    try (OrderedIndex index = client.open(name)) {
                        if (number == 1) {
                            read(index, done);
                        } else {
                            change(index, new SplittableRandom(seed + number), number, done);
                        }
                    }
                });
        OrderedIndex index = fixture.open(name);
        assertThat(Lists.keys(index, RangeQuery.all()).stream().filter(key -> key % 2 == 0))
                .containsExactlyElementsOf(STABLE);
        index.verify().orThrow();
    }

    private static void needMeganodes(IndexFixture fixture) {
        Assumptions.assumeTrue(
                fixture.design() == Design.CELL && fixture.servers() > 1,
                "only meganodes of several servers move");
    }

    private static String filled(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex filler = fixture.open(name);
        STABLE.forEach(key -> filler.put(key, -key));
        return name;
    }

    private static IndexBalance balance(IndexClient client, String name) {
        return OrderedIndexes.balance(ClientAccess.of(client.mangrove()).session(), name);
    }

    private static long moveAll(IndexBalance balance, int server) {
        long moved = 0;
        KeyCopy key = KeyCopy.LEAST;
        boolean hasNext = balance.look(key);
        while (hasNext) {
            hasNext = balance.hasNext();
            KeyCopy next = balance.next();
            moved += balance.move(key, server);
            key = next;
            hasNext = hasNext && balance.look(key);
        }
        return moved;
    }

    private static boolean areAt(int server, IndexBalance balance) {
        boolean areThere = true;
        boolean hasNext = balance.look(KeyCopy.LEAST);
        while (hasNext) {
            areThere &= balance.server() == server;
            hasNext = balance.hasNext() && balance.look(balance.next());
        }
        return areThere;
    }

    /** The index's keeper may be moving a page itself, which ends soon. */
    private static void assertNothingUnderWay(IndexFixture fixture, IndexBalance balance) {
        for (int server : balance.servers()) {
            assertThat(fixture.eventually(() -> balance.pending(server) == 0))
                    .as("no move to server %d is under way", server)
                    .isTrue();
        }
    }

    private static void moveAround(
            IndexFixture fixture, IndexClient client, String name, AtomicBoolean done) {
        try (IndexBalance balance = balance(client, name)) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int server : balance.servers()) {
                    assertThat(moveAll(balance, server)).isPositive();
                }
            }
            assertNothingUnderWay(fixture, balance);
        } finally {
            done.set(true);
        }
    }

    private static void read(OrderedIndex index, AtomicBoolean done) {
        // Ends: the mover does.
        while (!done.get()) {
            for (long key : STABLE) {
                assertThat(index.get(key)).as("key %d", key).hasValue(-key);
            }
            List<Long> keys = Lists.keys(index, RangeQuery.all());
            assertThat(keys).isSorted().doesNotHaveDuplicates();
            assertThat(keys.stream().filter(key -> key % 2 == 0)).containsExactlyElementsOf(STABLE);
        }
    }

    /** Puts and deletes odd keys of its own, and finds what it has put. */
    private static void change(
            OrderedIndex index, SplittableRandom random, int number, AtomicBoolean done) {
        // Ends: the mover does.
        while (!done.get()) {
            long start = 2L * random.nextInt(EVENS - 40) + 1;
            for (long odd = start; odd < start + 80; odd += 2) {
                if (odd / 2 % 2 == number % 2) {
                    index.put(odd, odd);
                    assertThat(index.get(odd)).as("key %d", odd).hasValue(odd);
                }
            }
            for (long odd = start; odd < start + 80; odd += 2) {
                if (odd / 2 % 2 == number % 2) {
                    assertThat(index.delete(odd)).as("key %d", odd).isTrue();
                }
            }
        }
    }
}
