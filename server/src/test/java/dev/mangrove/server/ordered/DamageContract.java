package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.DamagedIndexException;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.util.function.Consumer;

/** Pages that somebody has written nonsense over, where clients read them themselves. */
abstract class DamageContract {
    private static final String NAME = "damaged";
    private static final long KEY = 4711;

    /**
     * The value that the key is given last. Bytes of older entries stay behind in free slots of
     * many pages; this one is in the slot of its leaf and nowhere else.
     */
    private static final long MARK = 0x5EED_CAFE_0123_4567L;

    private static final long MEMORY_LIMIT = 3 * AddressSpace.CHUNK_BYTES;
    private static final long SOON_NANOS = 10_000_000_000L;

    @Test
    void shouldSayThatALeafIsDamaged(Place place) {
        Client client = clientOfDamaged(place, 0xA5);
        assertCorrupt(place, client, index -> index.get(KEY));
        assertCorrupt(place, client, index -> index.put(KEY, 1));
        assertCorrupt(place, client, index -> Lists.keys(index, RangeQuery.all()));
    }

    @Test
    void shouldSayThatALeafIsWipedOut(Place place) {
        Client client = clientOfDamaged(place, 0);
        assertCorrupt(place, client, index -> index.get(KEY));
        assertCorrupt(place, client, index -> index.delete(KEY));
    }

    @Test
    void shouldFindWhatIsInOtherLeaves(Place place) {
        Client client = clientOfDamaged(place, 0xA5);
        try (OrderedIndex index = client.open(NAME)) {
            assertThat(index.get(1)).hasValue(1);
            assertThat(index.get(Long.MAX_VALUE - 1)).hasValue(1);
        }
    }

    @Test
    void shouldNotVerifyADamagedTree(Place place) {
        Client client = clientOfDamaged(place, 0x5A);
        boolean good;
        try (OrderedIndex index = client.open(NAME)) {
            good = index.verify().isGood();
        } catch (DamagedIndexException e) {
            good = false;
        }
        assertThat(good).isFalse();
    }

    /** A client of a pool with one index, of which one leaf is overwritten. */
    private static Client clientOfDamaged(Place place, int with) {
        Assumptions.assumeTrue(place.design() != Design.COARSE, "nobody reads its pages");
        place.needServers();
        Client client = place.apart(MEMORY_LIMIT);
        client.create(NAME, place.tiny());
        try (OrderedIndex index = client.open(NAME)) {
            index.put(KEY, 0);
            for (long i = 1; i < 40; i++) {
                index.put(i, i);
                index.put(Long.MAX_VALUE - i, i);
            }
            index.put(KEY, MARK);
        }
        try (Session session = client.mangrove().session()) {
            PageFinder finder = new PageFinder(session, place.servers(), MEMORY_LIMIT);
            int pages = finder.overwrite(MARK, place.tiny().pageSize(), (byte) with);
            assertThat(pages).as("pages that hold the mark").isEqualTo(1);
        }
        return client;
    }

    private static void assertCorrupt(Place place, Client client, Consumer<OrderedIndex> use) {
        long start = place.host().nanoTime();
        try (OrderedIndex index = client.open(NAME)) {
            assertThatThrownBy(() -> use.accept(index)).isInstanceOf(DamagedIndexException.class);
        }
        assertThat(place.host().nanoTime() - start).isLessThan(SOON_NANOS);
    }
}
