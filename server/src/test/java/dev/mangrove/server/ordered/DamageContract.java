package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.Session;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Pages that somebody has written nonsense over, where clients read them themselves. */
abstract class DamageContract {
    /** In no page but the leaf that holds it, as neighbours on both sides are far away. */
    private static final long KEY = 0x5EED_CAFE_0123_4567L;

    private static final long SOON_NANOS = 10_000_000_000L;

    @Test
    void shouldSayThatALeafIsDamaged(Place place) {
        String name = filled(place);
        OrderedIndex index = place.open(name);
        assertThat(index.get(KEY)).hasValue(~KEY);
        damage(place, 0xA5);
        assertCorrupt(place, () -> index.get(KEY));
        assertCorrupt(place, () -> Lists.keys(place.open(name), RangeQuery.all()));
        assertCorrupt(place, () -> place.open(name).put(KEY, 1));
    }

    @Test
    void shouldSayThatALeafIsWipedOut(Place place) {
        String name = filled(place);
        damage(place, 0);
        assertCorrupt(place, () -> place.open(name).get(KEY));
        assertCorrupt(place, () -> place.open(name).delete(KEY));
    }

    @Test
    void shouldNotVerifyADamagedTree(Place place) {
        String name = filled(place);
        damage(place, 0x5A);
        OrderedIndex index = place.open(name);
        boolean good;
        try {
            good = index.verify().isGood();
        } catch (FabricException e) {
            assertThat(e.kind()).isEqualTo(FabricException.Kind.CORRUPT);
            good = false;
        }
        assertThat(good).isFalse();
    }

    private static String filled(Place place) {
        Assumptions.assumeTrue(place.design() != Design.COARSE, "nobody reads its pages");
        place.needServers();
        String name = place.create(place.tiny());
        place.forget(name);
        OrderedIndex index = place.open(name);
        index.put(KEY, ~KEY);
        for (long i = 1; i < 40; i++) {
            index.put(i, i);
            index.put(Long.MAX_VALUE - i, i);
        }
        return name;
    }

    private static void damage(Place place, int with) {
        try (Session session = place.client().mangrove().session()) {
            int pages = new PageFinder(session, place.servers()).overwrite(KEY, 512, (byte) with);
            assertThat(pages).as("pages that hold the key").isPositive();
        }
    }

    private static void assertCorrupt(Place place, Body use) {
        long start = place.host().nanoTime();
        assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        FabricException.class,
                        e -> assertThat(e.kind()).isEqualTo(FabricException.Kind.CORRUPT));
        assertThat(place.host().nanoTime() - start).isLessThan(SOON_NANOS);
    }
}
