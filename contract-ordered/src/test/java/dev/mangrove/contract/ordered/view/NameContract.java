package dev.mangrove.contract.ordered.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.IndexExistsException;
import dev.mangrove.IndexNotFoundException;
import dev.mangrove.MangroveException;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.Callable;

/** Names of indexes: taken, unknown, dropped. */
public abstract class NameContract {
    private static final long SOON_NANOS = 10_000_000_000L;

    @Test
    void shouldNotOpenAnUnknownName(IndexFixture fixture) {
        assertRefused(
                () -> fixture.client().open("missing"), IndexNotFoundException.class, "missing");
        assertRefused(
                () -> {
                    fixture.client().drop("missing");
                    return null;
                },
                IndexNotFoundException.class,
                "missing");
    }

    @Test
    void shouldNotCreateANameTwice(IndexFixture fixture) {
        String name = fixture.create(fixture.options());
        fixture.open(name).put(1, 2);
        assertRefused(
                () -> {
                    fixture.client().create(name, fixture.options());
                    return null;
                },
                IndexExistsException.class,
                name);
        assertThat(fixture.open(name).get(1)).hasValue(2);
    }

    @Test
    void shouldNotOpenAnIndexOfAnotherKind(IndexFixture fixture) {
        String name = fixture.newName();
        try (Session session = ClientAccess.of(fixture.client().mangrove()).session()) {
            session.catalogue().create(IndexSpec.of(name, IndexKind.SPATIAL, "hilbert"));
        }
        assertThatThrownBy(() -> fixture.client().open(name))
                .isInstanceOfAny(MangroveException.class, IllegalArgumentException.class)
                .hasMessageContaining(name);
        fixture.client().drop(name);
    }

    @Test
    void shouldNotOpenADesignThatIsNone(IndexFixture fixture) {
        String name = fixture.newName();
        try (Session session = ClientAccess.of(fixture.client().mangrove()).session()) {
            session.catalogue().create(IndexSpec.of(name, IndexKind.ORDERED, "none"));
        }
        assertThatThrownBy(() -> fixture.client().open(name))
                .isInstanceOfAny(MangroveException.class, IllegalArgumentException.class)
                .hasMessageContaining(name);
        fixture.client().drop(name);
    }

    @Test
    void shouldForgetADroppedIndex(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex index = fixture.open(name);
        for (long key = 0; key < 100; key++) {
            index.put(key, key);
        }
        index.close();
        fixture.client().drop(name);
        assertRefused(() -> fixture.client().open(name), IndexNotFoundException.class, name);
        fixture.client().create(name, fixture.options());
        assertThat(Lists.all(fixture.open(name))).isEmpty();
    }

    @Test
    void shouldTellOpenViewsThatTheIndexWasDropped(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        fixture.forget(name);
        OrderedIndex index = fixture.open(name);
        for (long key = 0; key < 100; key++) {
            index.put(key, key);
        }
        try (IndexClient other = fixture.another()) {
            other.drop(name);
        }
        assertThat(fixture.eventually(() -> fails(() -> index.get(50)))).isTrue();
        long start = fixture.host().nanoTime();
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
        assertThat(fixture.host().nanoTime() - start).isLessThan(SOON_NANOS);
    }

    @Test
    void shouldCloseAViewOfADroppedIndexInSilence(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        fixture.forget(name);
        OrderedIndex index = fixture.client().open(name);
        for (long key = 0; key < 100; key++) {
            index.put(key, key);
        }
        fixture.client().drop(name);
        assertThatCode(index::close).doesNotThrowAnyException();
    }

    @Test
    void shouldNotMistakeAnotherIndexForADroppedOne(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex old = fixture.open(name);
        for (long key = 0; key < 100; key++) {
            old.put(key, key);
        }
        fixture.client().drop(name);
        fixture.client().create(name, fixture.tiny());
        OrderedIndex fresh = fixture.open(name);
        for (long key = 0; key < 100; key++) {
            fresh.put(key, -key);
        }
        fails(() -> old.put(50, 4711));
        fails(() -> old.delete(51));
        assertThat(Lists.entries(fresh, RangeQuery.all()))
                .hasSize(100)
                .allMatch(entry -> entry.getKey() == -entry.getValue());
        assertThat(fixture.eventually(() -> fails(() -> old.get(52)))).isTrue();
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
    void shouldGiveMemoryBack(IndexFixture fixture) {
        IndexClient client = fixture.client();
        long before = used(fixture);
        for (int i = 0; i < 3; i++) {
            String name = fixture.newName();
            client.create(name, fixture.tiny());
            try (OrderedIndex index = client.open(name)) {
                for (long key = 0; key < 100; key++) {
                    index.put(key, key);
                }
            }
            client.drop(name);
        }
        assertThat(fixture.eventually(() -> used(fixture) <= before)).isTrue();
    }

    private static long used(IndexFixture fixture) {
        long used = 0;
        for (int server = 0; server < fixture.servers(); server++) {
            used += ClientAccess.of(fixture.client().mangrove()).status(server).memoryUsed();
        }
        return used;
    }

    private static void assertRefused(
            Callable<?> use, Class<? extends MangroveException> type, String why) {
        assertThatThrownBy(use::call).isInstanceOf(type).hasMessageContaining(why);
    }
}
