package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.Page;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;

/** Leaves change right after a scan has read one of them in place. */
final class ChangedScanTest {
    private final Damage damage = new Damage();
    private final HookedHost host = new HookedHost();
    private final PlainTree reader =
            new PlainTree(damage.space.pages(host, damage.latches), damage.root, Damage.FANOUT, 0);

    @Test
    void shouldSkipNothingWhenTheLeafIsMerged() {
        long key = damage.keyOf(Page.LEAF, false);
        host.afterEntries(() -> damage.mergeAndReuse(highOf(key), Page.LEAF));
        assertScans(key);
    }

    @Test
    void shouldSkipNothingWhenTheLeafIsMergedTwice() {
        long key = damage.keyOf(Page.LEAF, false);
        host.afterEntries(
                () -> {
                    damage.mergeAndReuse(highOf(key), Page.LEAF);
                    damage.mergeAndReuse(highOf(key), Page.LEAF);
                });
        assertScans(key);
    }

    @Test
    void shouldRepeatNothingWhenTheLeafIsUsedAgain() {
        long key = damage.keyOf(Page.LEAF, false);
        host.afterEntries(() -> damage.mergeAndReuse(key, Page.LEAF));
        assertScans(key);
    }

    @Test
    void shouldSkipNothingOnTheWayDownWhenTheLeafIsUsedAgain() {
        long key = damage.keyOf(Page.LEAF, false);
        host.afterEntries(() -> damage.mergeAndReuse(key, Page.LEAF));
        RangeQuery query = RangeQuery.between(0, key).reversed();
        assertThat(new ArrayList<>(reader.entries(query).keySet()))
                .isEqualTo(new ArrayList<>(damage.model.headMap(key, true).descendingKeySet()));
    }

    private long highOf(long key) {
        return damage.look(damage.pageFor(key, Page.LEAF)).high();
    }

    private void assertScans(long from) {
        assertThat(new ArrayList<>(reader.entries(RangeQuery.atLeast(from)).keySet()))
                .isEqualTo(new ArrayList<>(damage.model.tailMap(from).keySet()));
    }
}
