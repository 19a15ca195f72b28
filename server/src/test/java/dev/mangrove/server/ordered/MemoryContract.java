package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.MangroveException;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.util.stream.LongStream;

/** Servers whose memory is used up. */
abstract class MemoryContract {
    private static final int PAGE = 4096;

    @Test
    void shouldSayThatMemoryIsUsedUpAndStayReadable(Place place) {
        OrderedIndex index = smallest(place);
        long[] next = {room(place) / 2};
        index.bulkLoad(Lists.stream(LongStream.range(0, next[0]).toArray()), 1);
        assertOutOfMemory(
                () -> {
                    for (; next[0] < room(place); next[0]++) {
                        index.put(next[0], ~next[0]);
                    }
                });
        for (long key = 0; key < next[0]; key += 31) {
            assertThat(index.get(key)).hasValue(~key);
        }
        long entries = index.verify().orThrow().entries();
        assertThat(entries).isBetween(next[0], next[0] + 1);
        assertThat(Lists.keys(index, RangeQuery.all())).hasSize((int) entries);
        assertThat(index.put(0, 1)).as("a change that needs no memory").isFalse();
        assertThat(index.get(0)).hasValue(1);
        assertThat(index.delete(1)).isTrue();
        assertThat(index.put(1, 1)).isTrue();
        index.verify().orThrow();
    }

    @Test
    void shouldSayThatALoadDoesNotFit(Place place) {
        OrderedIndex index = smallest(place);
        assertOutOfMemory(
                () -> index.bulkLoad(Lists.stream(LongStream.range(0, room(place)).toArray()), 1));
        index.verify().orThrow();
        assertThat(index.getOrDefault(-1, 7)).isEqualTo(7);
    }

    /** More entries than all memory holds. */
    private static long room(Place place) {
        return place.servers() * AddressSpace.CHUNK_BYTES / PAGE * 5;
    }

    private static OrderedIndex smallest(Place place) {
        place.needServers();
        OrderedOptions options = place.options().withPageSize(PAGE).withFanout(4);
        Client client = place.apart(AddressSpace.CHUNK_BYTES);
        String name = place.newName();
        client.create(name, options);
        return client.open(name);
    }

    private static void assertOutOfMemory(ThrowingCallable use) {
        assertThatThrownBy(use)
                .isInstanceOfSatisfying(
                        MangroveException.class,
                        e -> assertThat(e.status()).isEqualTo(Status.OUT_OF_MEMORY));
    }
}
