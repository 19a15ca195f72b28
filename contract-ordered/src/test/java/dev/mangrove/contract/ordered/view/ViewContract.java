package dev.mangrove.contract.ordered.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.AccessMode;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.Callable;

/** Several views of one index, and the end of a view. */
public abstract class ViewContract {
    @Test
    void shouldSeeWhatAnotherViewWrote(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex one = fixture.open(name);
        OrderedIndex two = fixture.open(name);
        for (long key = 0; key < 200; key++) {
            OrderedIndex writer = key % 2 == 0 ? one : two;
            OrderedIndex reader = key % 2 == 0 ? two : one;
            writer.put(key, ~key);
            assertThat(reader.get(key)).hasValue(~key);
            assertThat(reader.put(key, key)).isFalse();
            assertThat(writer.get(key)).hasValue(key);
        }
        assertThat(Lists.all(one)).hasSize(200).isEqualTo(Lists.all(two));
    }

    @Test
    void shouldSeeWhatAnotherViewDeleted(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex one = fixture.open(name);
        OrderedIndex two = fixture.open(name);
        for (long key = 0; key < 200; key++) {
            one.put(key, key);
        }
        assertThat(Lists.all(two)).hasSize(200);
        for (long key = 0; key < 200; key++) {
            assertThat(one.delete(key)).isTrue();
            assertThat(two.contains(key)).isFalse();
        }
        fixture.sleep(20);
        assertThat(Lists.all(two)).isEmpty();
        for (long key = 0; key < 200; key++) {
            assertThat(two.put(key, 1)).isTrue();
        }
        assertThat(one.count(0, 200)).isEqualTo(200);
    }

    /** This client's copies of inner pages end where the tree ended when it read them. */
    @Test
    void shouldChangeKeysThatAnotherClientHasAppended(IndexFixture fixture) {
        fixture.needViews();
        String name = fixture.create(fixture.tiny());
        ViewOptions byVerbs = fixture.view().withInPlace(false).withAccess(AccessMode.CLIENT);
        OrderedIndex late = fixture.open(name, byVerbs);
        try (IndexClient other = fixture.another();
                OrderedIndex writer = other.open(name)) {
            for (long key = 0; key < 400; key++) {
                writer.put(key, ~key);
                if (key < 50) {
                    assertThat(late.get(key)).hasValue(~key);
                } else {
                    assertThat(late.replace(key, ~key, key)).isTrue();
                }
            }
            assertThat(writer.get(399)).hasValue(399);
        }
    }

    @Test
    void shouldFindItsWayWithAStaleCache(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex writer = fixture.open(name);
        OrderedIndex reader = fixture.open(name);
        for (int cycle = 0; cycle < 3; cycle++) {
            for (long key = 0; key < 200; key++) {
                writer.put(key * 7 % 200, cycle);
            }
            for (long key = 0; key < 200; key++) {
                assertThat(reader.get(key)).as("key %d", key).hasValue(cycle);
            }
            for (long key = 0; key < 200; key++) {
                writer.delete(key * 13 % 200);
            }
            fixture.sleep(20);
        }
        assertThat(Lists.all(reader)).isEmpty();
    }

    @Test
    void shouldShowAllToClientsThatComeLater(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        try (IndexClient first = fixture.another();
                OrderedIndex index = first.open(name)) {
            for (long key = 0; key < 100; key++) {
                index.put(key, key);
            }
        }
        try (IndexClient second = fixture.another();
                OrderedIndex index = second.open(name)) {
            assertThat(Lists.keys(index, RangeQuery.all())).hasSize(100);
            assertThat(index.delete(50)).isTrue();
        }
        assertThat(fixture.open(name).count(0, 99)).isEqualTo(99);
    }

    @Test
    void shouldEndWithAnErrorOnceClosed(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        index.put(1, 1);
        index.close();
        index.close();
        List<Callable<?>> uses =
                List.of(
                        () -> index.get(1),
                        () -> index.getOrDefault(1, 0),
                        () -> index.contains(1),
                        () -> index.put(1, 2),
                        () -> index.putIfAbsent(2, 2),
                        () -> index.replace(1, 1, 2),
                        () -> index.delete(1),
                        () -> index.range(RangeQuery.all()),
                        () -> index.count(0, 1),
                        () -> index.bulkLoad(Lists.stream(1), 0.7),
                        index::verify,
                        index::statistics,
                        () -> index.asMap().get(1L));
        for (int i = 0; i < uses.size(); i++) {
            assertThatThrownBy(uses.get(i)::call)
                    .as("use %d", i)
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldOwnItsSession(IndexFixture fixture) {
        String name = fixture.newName();
        try (Session session = ClientAccess.of(fixture.client().mangrove()).session()) {
            OrderedIndexes.create(session, name, fixture.options());
            assertThat(session.isClosed()).isFalse();
        }
        Session session = ClientAccess.of(fixture.client().mangrove()).session();
        try (OrderedIndex index = OrderedIndexes.open(session, name, ViewOptions.DEFAULT)) {
            assertThat(index.put(1, 2)).isTrue();
        }
        assertThat(session.isClosed()).isTrue();
        fixture.client().drop(name);
    }
}
