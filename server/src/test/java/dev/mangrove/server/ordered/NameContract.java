package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.IndexExistsException;
import dev.mangrove.IndexNotFoundException;
import dev.mangrove.MangroveException;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.Session;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.Callable;

/** Names of indexes: taken, unknown, dropped. */
abstract class NameContract {
    private static final long SOON_NANOS = 3_000_000_000L;

    @Test
    void shouldNotOpenAnUnknownName(Place place) {
        assertRefused(() -> place.client().open("nobody"), IndexNotFoundException.class, "nobody");
        assertRefused(
                () -> {
                    place.client().drop("nobody");
                    return null;
                },
                IndexNotFoundException.class,
                "nobody");
    }

    @Test
    void shouldNotCreateANameTwice(Place place) {
        String name = place.create(place.options());
        place.open(name).put(1, 2);
        assertRefused(
                () -> {
                    place.client().create(name, place.options());
                    return null;
                },
                IndexExistsException.class,
                name);
        assertThat(place.open(name).get(1)).hasValue(2);
    }

    @Test
    void shouldNotOpenAnIndexOfAnotherKind(Place place) {
        String name = place.newName();
        try (Session session = place.client().mangrove().session()) {
            session.catalogue().create(IndexSpec.of(name, IndexKind.SPATIAL, "hilbert"));
        }
        assertThatThrownBy(() -> place.client().open(name))
                .isInstanceOfAny(MangroveException.class, IllegalArgumentException.class)
                .hasMessageContaining(name);
        place.client().drop(name);
    }

    @Test
    void shouldNotOpenADesignThatIsNone(Place place) {
        String name = place.newName();
        try (Session session = place.client().mangrove().session()) {
            session.catalogue().create(IndexSpec.of(name, IndexKind.ORDERED, "none"));
        }
        assertThatThrownBy(() -> place.client().open(name))
                .isInstanceOfAny(MangroveException.class, IllegalArgumentException.class)
                .hasMessageContaining(name);
        place.client().drop(name);
    }

    @Test
    void shouldForgetADroppedIndex(Place place) {
        String name = place.create(place.tiny());
        OrderedIndex index = place.open(name);
        for (long key = 0; key < 100; key++) {
            index.put(key, key);
        }
        index.close();
        place.client().drop(name);
        assertRefused(() -> place.client().open(name), IndexNotFoundException.class, name);
        place.client().create(name, place.options());
        assertThat(Lists.all(place.open(name))).isEmpty();
    }

    @Test
    void shouldTellOpenViewsThatTheIndexWasDropped(Place place) {
        String name = place.create(place.tiny());
        place.forget(name);
        OrderedIndex index = place.open(name);
        for (long key = 0; key < 100; key++) {
            index.put(key, key);
        }
        try (Client other = place.another()) {
            other.drop(name);
        }
        assertThat(place.eventually(() -> fails(() -> index.get(50)))).isTrue();
        long start = place.host().nanoTime();
        List<Callable<?>> uses =
                List.of(
                        () -> index.get(50),
                        () -> index.put(50, 1),
                        () -> index.put(1000, 1),
                        () -> index.delete(3),
                        () -> Lists.keys(index, RangeQuery.all()),
                        () -> index.count(0, 100));
        for (int i = 0; i < uses.size(); i++) {
            assertThatThrownBy(uses.get(i)::call)
                    .as("use %d", i)
                    .isInstanceOf(IndexNotFoundException.class)
                    .hasMessageContaining("dropped");
        }
        assertThat(place.host().nanoTime() - start).isLessThan(SOON_NANOS);
    }

    @Test
    void shouldCloseAViewOfADroppedIndexInSilence(Place place) {
        String name = place.create(place.tiny());
        place.forget(name);
        OrderedIndex index = place.client().open(name);
        for (long key = 0; key < 100; key++) {
            index.put(key, key);
        }
        place.client().drop(name);
        assertThatCode(index::close).doesNotThrowAnyException();
    }

    @Test
    void shouldNotMistakeAnotherIndexForADroppedOne(Place place) {
        String name = place.create(place.tiny());
        OrderedIndex old = place.open(name);
        for (long key = 0; key < 100; key++) {
            old.put(key, key);
        }
        place.client().drop(name);
        place.client().create(name, place.tiny());
        OrderedIndex fresh = place.open(name);
        for (long key = 0; key < 100; key++) {
            fresh.put(key, -key);
        }
        fails(() -> old.put(50, 4711));
        fails(() -> old.delete(51));
        assertThat(Lists.entries(fresh, RangeQuery.all()))
                .hasSize(100)
                .allMatch(entry -> entry.getKey() == -entry.getValue());
        assertThat(place.eventually(() -> fails(() -> old.get(52)))).isTrue();
    }

    /** Whether a use of a dropped index ends in an error; servers learn of the drop soon. */
    private static boolean fails(Runnable use) {
        try {
            use.run();
            return false;
        } catch (MangroveException e) {
            return true;
        }
    }

    @Test
    void shouldGiveMemoryBack(Place place) {
        Client client = place.client();
        long before = used(place);
        for (int i = 0; i < 3; i++) {
            String name = place.newName();
            client.create(name, place.tiny());
            try (OrderedIndex index = client.open(name)) {
                for (long key = 0; key < 100; key++) {
                    index.put(key, key);
                }
            }
            client.drop(name);
        }
        assertThat(place.eventually(() -> used(place) <= before)).isTrue();
    }

    private static long used(Place place) {
        long used = 0;
        for (int server = 0; server < place.servers(); server++) {
            used += place.client().mangrove().status(server).memoryUsed();
        }
        return used;
    }

    private static void assertRefused(
            Callable<?> use, Class<? extends MangroveException> type, String why) {
        assertThatThrownBy(use::call).isInstanceOf(type).hasMessageContaining(why);
    }
}
