package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.AccessMode;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Lookups of many keys at once. */
public abstract class ManyGetsContract {
    private static final int KEYS = 500;

    /** Distance of keys that follow each other; has no factor in common with their number. */
    private static final int APART = 77;

    @Test
    void shouldFindTheKeysThatAreThereAndOnlyThose(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        fill(fixture.open(name));
        ViewOptions apart = fixture.view().withInPlace(false);
        List<ViewOptions> kinds = List.of(fixture.view(), apart, apart.withCacheBytes(0));
        for (ViewOptions kind : kinds) {
            OrderedIndex view = fixture.open(name, kind);
            for (int size : new int[] {1, 2, 63, 64, 65, 300}) {
                assertLookup(view, fixture.random().longs(size, -9, 2 * KEYS + 9).toArray());
            }
        }
    }

    /** Puts the even keys, each with its negative as value. */
    private static void fill(OrderedIndex index) {
        for (long key = 0; key < KEYS; key++) {
            index.put(2 * key, -2 * key);
        }
    }

    private static void assertLookup(OrderedIndex index, long... keys) {
        long[] values = new long[keys.length];
        boolean[] present = new boolean[keys.length];
        int found = index.getAll(keys, values, present);
        int expected = 0;
        for (int i = 0; i < keys.length; i++) {
            boolean there = keys[i] >= 0 && keys[i] < 2 * KEYS && keys[i] % 2 == 0;
            assertThat(present[i]).as("key %d", keys[i]).isEqualTo(there);
            if (there) {
                assertThat(values[i]).isEqualTo(-keys[i]);
                expected++;
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void shouldAcceptAnyOrderAndAnyKey(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        fill(index);
        assertLookup(index);
        assertLookup(index, 8, 8, 8);
        assertLookup(index, Long.MAX_VALUE, 4, Long.MIN_VALUE, 2, -1);
        long[] ascending = new long[2 * KEYS];
        for (int i = 0; i < ascending.length; i++) {
            ascending[i] = i;
        }
        assertLookup(index, ascending);
    }

    @Test
    void shouldRefuseArraysWithoutRoom(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        long[] keys = {1, 2};
        assertThatThrownBy(() -> index.getAll(keys, new long[1], new boolean[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("values")
                .hasMessageContaining("length=1");
        assertThatThrownBy(() -> index.getAll(keys, new long[2], new boolean[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("present");
    }

    /** Only the client's own reads need a full cache, so no policy may alternate here. */
    @Test
    void shouldNeedFarFewerRoundTripsThanSingleGets(IndexFixture fixture) {
        fixture.needServers();
        String name = fixture.create(fixture.options());
        fill(fixture.open(name));
        ViewOptions apart = fixture.view().withInPlace(false);
        boolean alternates = apart.access().isAdaptive();
        OrderedIndex view =
                fixture.open(name, alternates ? apart.withAccess(AccessMode.CLIENT) : apart);
        long[] keys = fixture.random().longs(64, 0, 2 * KEYS).toArray();
        assertLookup(view, keys); // Fills the cache.
        OrderedCosts before = view.costs();
        assertLookup(view, keys);
        long many = view.costs().since(before).roundTrips();
        assertThat(many).isBetween(1L, 4L * fixture.servers());
    }

    @Test
    void shouldFindKeysThatStayWhileOthersComeAndGo(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        fill(fixture.open(name));
        fixture.together(
                3,
                (number, client) -> {
                    try (OrderedIndex index = client.open(name)) {
                        if (number == 0) {
                            readEven(index);
                        } else {
                            changeOdd(index, number);
                        }
                    }
                });
    }

    /** In order, so that neighbours share a leaf, and in another order, so that they do not. */
    private static void readEven(OrderedIndex index) {
        for (int round = 0; round < 10; round++) {
            long[] keys = new long[KEYS];
            for (int i = 0; i < KEYS; i++) {
                keys[i] = 2L * (round % 2 == 0 ? i : i * APART % KEYS);
            }
            assertLookup(index, keys);
        }
    }

    private static void changeOdd(OrderedIndex index, int number) {
        for (int round = 0; round < 2; round++) {
            for (long key = 1; key < KEYS; key += 2) {
                index.put(2 * key + (number == 1 ? 1 : -1), key);
            }
            for (long key = 1; key < KEYS; key += 2) {
                index.delete(2 * key + (number == 1 ? 1 : -1));
            }
        }
    }
}
