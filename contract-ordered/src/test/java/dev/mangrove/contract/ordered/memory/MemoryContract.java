package dev.mangrove.contract.ordered.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.wire.AddressSpace;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;

/** Servers that have run out of memory. */
public abstract class MemoryContract {
    private static final int PAGE = 4096;
    private static final int FANOUT = 4;

    @Test
    void shouldSayThatMemoryIsUsedUpAndStayReadable(IndexFixture fixture) {
        fixture.needSpeed();
        OrderedIndex index = smallest(fixture);
        long[] loaded = keys(fixture, 0);
        long[] more = keys(fixture, 1);
        index.bulkLoad(Lists.stream(loaded), 1);
        Set<Long> done = putAll(index, more);
        assertThat(done).hasSizeLessThan(more.length);
        for (long key : more) {
            assertThat(index.contains(key)).as("key %d", key).isEqualTo(done.contains(key));
        }
        long entries = (long) loaded.length + done.size();
        assertThat(index.verify().orThrow().entries()).isEqualTo(entries);
        assertThat(Lists.keys(index, RangeQuery.all())).hasSize((int) entries);
        assertThat(index.put(loaded[1], 1)).as("a change that needs no memory").isFalse();
        assertThat(index.get(loaded[1])).hasValue(1);
        assertThat(index.delete(loaded[1])).isTrue();
        assertThat(index.put(loaded[1], 2)).isTrue();
        index.verify().orThrow();
    }

    /** Puts all keys; returns those that were not refused. */
    private static Set<Long> putAll(OrderedIndex index, long[] keys) {
        Set<Long> done = new HashSet<>();
        for (long key : keys) {
            try {
                index.put(key, ~key);
                done.add(key);
            } catch (MemoryExhaustedException e) {
                assertThat(e).hasMessageContaining("memory");
            }
        }
        return done;
    }

    /** Half as many entries again as the memory of one server has room for. */
    @Test
    void shouldUseTheMemoryOfAllServersForAscendingKeys(IndexFixture fixture) {
        Assumptions.assumeTrue(fixture.design().isOneTree(), "shares have servers of their own");
        Assumptions.assumeTrue(fixture.servers() > 2, "one server has all memory");
        Assumptions.assumeTrue(TestSize.FULL || fixture.design() == Design.CELL, "slow: -Pfull");
        OrderedIndex index = smallest(fixture);
        long entries = AddressSpace.CHUNK_BYTES / PAGE * FANOUT * 3 / 2;
        OrderedBatch batch = new OrderedBatch();
        for (long key = 0; key < entries; key++) {
            batch.put(key, ~key);
            if (batch.size() == KeyOperations.MOST || key == entries - 1) {
                assertThat(index.applyAll(batch)).as("up to key %d", key).isZero();
                batch.clear();
            }
        }
        assertThat(index.verify().orThrow().entries()).isEqualTo(entries);
    }

    /** Keys between two others stay in one meganode's server, while the others have memory. */
    @Test
    void shouldNameTheServerThatHasNoMemoryLeft(IndexFixture fixture) {
        Assumptions.assumeTrue(fixture.design() == Design.CELL, "others place pages elsewhere");
        Assumptions.assumeTrue(fixture.servers() > 2, "one server has all memory");
        fixture.needSpeed();
        OrderedIndex index = smallest(fixture);
        index.putAll(new long[] {0, 1, 2, 3, 1L << 40}, new long[5]);
        long entries = AddressSpace.CHUNK_BYTES / PAGE * FANOUT * 2;
        assertThatThrownBy(
                        () -> {
                            for (long key = entries; key > 3; key--) {
                                index.put(key, ~key);
                            }
                        })
                .isInstanceOf(MemoryExhaustedException.class)
                .hasMessageMatching("(?s).*server \\d+.*")
                .hasMessageContaining("memory")
                .hasMessageContaining("drop");
        assertThat(index.put(-1, 1)).as("at a server that has memory").isTrue();
        index.verify().orThrow();
    }

    @Test
    void shouldSayThatALoadDoesNotFit(IndexFixture fixture) {
        OrderedIndex index = smallest(fixture);
        long[] keys = LongStream.range(0, room(fixture)).toArray();
        assertOutOfMemory(() -> index.bulkLoad(Lists.stream(keys), 1));
        assertThat(index.verify().orThrow().entries()).isZero();
        assertThat(index.getOrDefault(-1, 7)).isEqualTo(7);
        long[] fewer = LongStream.range(0, AddressSpace.CHUNK_BYTES / PAGE * 2).toArray();
        assertThat(index.bulkLoad(Lists.stream(fewer), 1)).isEqualTo(fewer.length);
    }

    /** Every second one of evenly distributed keys, so that all servers have some. */
    private static long[] keys(IndexFixture fixture, int first) {
        long room = room(fixture);
        long stride = Long.MAX_VALUE / room * 2;
        return LongStream.range(0, room / 2)
                .map(i -> Long.MIN_VALUE + (2 * i + first) * stride)
                .toArray();
    }

    /** A number of entries that exceeds all memory. */
    private static long room(IndexFixture fixture) {
        return fixture.servers() * AddressSpace.CHUNK_BYTES / PAGE * 5;
    }

    private static OrderedIndex smallest(IndexFixture fixture) {
        fixture.needServers();
        OrderedOptions options = fixture.options().withPageSize(PAGE).withFanout(FANOUT);
        IndexClient client = fixture.apart(AddressSpace.CHUNK_BYTES);
        String name = fixture.newName();
        client.create(name, options);
        return client.open(name);
    }

    private static void assertOutOfMemory(ThrowingCallable use) {
        assertThatThrownBy(use).isInstanceOf(MemoryExhaustedException.class);
    }
}
