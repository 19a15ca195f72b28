package dev.mangrove.contract.ordered.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.DamagedIndexException;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.util.function.Consumer;

/** Pages overwritten with garbage, in designs in which clients read pages. */
public abstract class DamageContract {
    private static final String NAME = "damaged";
    private static final long KEY = 4711;

    /**
     * The last value of the key. Older values may remain in free slots of many pages; this value
     * occurs only in its leaf.
     */
    private static final long MARK = 0x5EED_CAFE_0123_4567L;

    private static final long MEMORY_LIMIT = AddressSpace.CHUNK_BYTES;
    private static final long SOON_NANOS = 10_000_000_000L;

    @Test
    void shouldSayThatALeafIsDamaged(IndexFixture fixture) {
        IndexClient client = clientOfDamaged(fixture, 0xA5);
        assertCorrupt(fixture, client, index -> index.get(KEY));
        assertCorrupt(fixture, client, index -> index.put(KEY, 1));
        assertCorrupt(fixture, client, index -> Lists.keys(index, RangeQuery.all()));
    }

    @Test
    void shouldSayThatALeafIsWipedOut(IndexFixture fixture) {
        IndexClient client = clientOfDamaged(fixture, 0);
        assertCorrupt(fixture, client, index -> index.get(KEY));
        assertCorrupt(fixture, client, index -> index.delete(KEY));
    }

    @Test
    void shouldFindWhatIsInOtherLeaves(IndexFixture fixture) {
        IndexClient client = clientOfDamaged(fixture, 0xA5);
        try (OrderedIndex index = client.open(NAME)) {
            assertThat(index.get(1)).hasValue(1);
            assertThat(index.get(Long.MAX_VALUE - 1)).hasValue(1);
        }
    }

    @Test
    void shouldNotVerifyADamagedTree(IndexFixture fixture) {
        IndexClient client = clientOfDamaged(fixture, 0x5A);
        boolean good;
        try (OrderedIndex index = client.open(NAME)) {
            good = index.verify().isGood();
        } catch (DamagedIndexException e) {
            good = false;
        }
        assertThat(good).isFalse();
    }

    /** A client of a pool with one index, in which one leaf is overwritten. */
    private static IndexClient clientOfDamaged(IndexFixture fixture, int with) {
        Assumptions.assumeTrue(
                !fixture.design().isChangedByServers(), "clients read no pages of such a tree");
        fixture.needServers();
        IndexClient client = fixture.apart(MEMORY_LIMIT);
        client.create(NAME, fixture.tiny());
        try (OrderedIndex index = client.open(NAME)) {
            index.put(KEY, 0);
            for (long i = 1; i < 40; i++) {
                index.put(i, i);
                index.put(Long.MAX_VALUE - i, i);
            }
            index.put(KEY, MARK);
        }
        try (Session session = ClientAccess.of(client.mangrove()).session()) {
            PageFinder finder = new PageFinder(session, fixture.servers(), MEMORY_LIMIT);
            int pages = finder.overwrite(MARK, fixture.tiny().pageSize(), (byte) with);
            assertThat(pages).as("pages that hold the mark").isEqualTo(1);
        }
        return client;
    }

    private static void assertCorrupt(
            IndexFixture fixture, IndexClient client, Consumer<OrderedIndex> use) {
        long start = fixture.host().nanoTime();
        try (OrderedIndex index = client.open(NAME)) {
            assertThatThrownBy(() -> use.accept(index)).isInstanceOf(DamagedIndexException.class);
        }
        assertThat(fixture.host().nanoTime() - start).isLessThan(SOON_NANOS);
    }
}
