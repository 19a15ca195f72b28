package dev.mangrove.contract.ordered.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** Insertion and deletion of entries in cycles: their memory is reused. */
public abstract class ChurnContract {
    private static final int KEYS = 200;
    private static final int MANY = 3_000;
    private static final int PAGE = 4096;
    private static final int CYCLES = 12;

    @Test
    void shouldStartAgainWhenAllIsDeleted(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (int cycle = 0; cycle < 3; cycle++) {
            List<Long> keys = shuffled(fixture);
            for (long key : keys) {
                assertThat(index.put(key, cycle)).isTrue();
            }
            assertThat(index.count(0, KEYS)).isEqualTo(KEYS);
            Collections.shuffle(keys, new Random(fixture.random().nextLong()));
            for (long key : keys) {
                assertThat(index.delete(key)).isTrue();
            }
            assertThat(Lists.all(index)).isEmpty();
            assertThat(index.verify().orThrow().entries()).isZero();
        }
    }

    @Test
    void shouldStartAgainWhenAllIsDeletedFromOneEnd(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (boolean fromTop : new boolean[] {false, true}) {
            for (long key = 0; key < KEYS; key++) {
                assertThat(index.put(key, key)).isTrue();
            }
            for (long key = 0; key < KEYS; key++) {
                assertThat(index.delete(fromTop ? KEYS - 1 - key : key)).isTrue();
                if (key % 50 == 0) {
                    assertThat(Lists.keys(index, RangeQuery.all())).hasSize(KEYS - 1 - (int) key);
                }
            }
            index.verify().orThrow();
        }
    }

    @Test
    void shouldMergeLeavesOfUsualPages(IndexFixture fixture) {
        fixture.needServers();
        OrderedIndex index = fixture.index();
        for (long key = 0; key < MANY; key++) {
            index.put(key, key);
        }
        long before = index.statistics().leaves();
        for (long key = 0; key < MANY / 2; key++) {
            assertThat(index.delete(key)).isTrue();
        }
        assertThat(index.count(0, MANY)).isEqualTo(MANY / 2);
        assertThat(index.statistics().leaves()).isLessThan(before * 3 / 4);
    }

    @Test
    void shouldWanderThroughTheKeysWithoutGrowing(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        long window = 50;
        long pages = 0;
        for (long key = 0; key < 600; key++) {
            index.put(key, key);
            if (key >= window) {
                assertThat(index.delete(key - window)).isTrue();
            }
            if (key == 200) {
                pages = settledPages(fixture, index);
            }
        }
        assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(window);
        assertThat(settledPages(fixture, index)).isLessThanOrEqualTo(2 * pages + 16);
    }

    /** Each cycle uses much of the memory; all cycles together would not fit. */
    @Test
    void shouldUseMemoryAgain(IndexFixture fixture) {
        fixture.needSpeed();
        long limit = AddressSpace.CHUNK_BYTES;
        long room = fixture.servers() * limit / PAGE;
        OrderedOptions options = fixture.options().withPageSize(PAGE).withFanout(4);
        IndexClient client = fixture.apart(limit);
        String name = fixture.newName();
        client.create(name, options);
        try (OrderedIndex index = client.open(name)) {
            long made = 0;
            for (int cycle = 0; cycle < CYCLES || made < room; cycle++) {
                for (long key : shuffled(fixture)) {
                    index.put(key, cycle);
                }
                made += index.verify().orThrow().pages();
                for (long key : shuffled(fixture)) {
                    assertThat(index.delete(key)).isTrue();
                }
                fixture.sleep(2);
            }
            assertThat(Lists.all(index)).isEmpty();
            index.verify().orThrow();
        }
    }

    /** Number of pages of the tree after the keepers had time to merge. */
    private static long settledPages(IndexFixture fixture, OrderedIndex index) {
        fixture.sleep(50);
        return index.verify().orThrow().pages();
    }

    private static List<Long> shuffled(IndexFixture fixture) {
        List<Long> keys = new ArrayList<>(LongStream.range(0, KEYS).boxed().toList());
        Collections.shuffle(keys, new Random(fixture.random().nextLong()));
        return keys;
    }
}
