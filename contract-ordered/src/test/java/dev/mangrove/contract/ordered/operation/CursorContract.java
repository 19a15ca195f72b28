package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Cursors with concurrent operations of the same view. */
public abstract class CursorContract {
    private static final int KEYS = 200;

    @Test
    void shouldEndEarly(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        for (int i = 0; i < 50; i++) {
            try (Cursor cursor = index.range(RangeQuery.atLeast(i))) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.key()).isEqualTo(i + (i & 1));
            }
        }
        assertThat(Lists.keys(index, RangeQuery.all())).hasSize(KEYS);
    }

    @Test
    void shouldEndBeforeItsFirstStepAndTwice(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        Cursor cursor = index.range(RangeQuery.all());
        cursor.close();
        cursor.close();
        assertThat(Lists.keys(index, RangeQuery.all())).hasSize(KEYS);
    }

    @Test
    void shouldAllowOneCursorAtATime(IndexFixture fixture) {
        fixture.needViews();
        OrderedIndex index = filled(fixture);
        try (Cursor cursor = index.range(RangeQuery.all())) {
            assertThat(cursor.next()).isTrue();
            assertThatThrownBy(() -> index.range(RangeQuery.all()))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(cursor.next()).as("the first one goes on").isTrue();
            assertThat(cursor.key()).isEqualTo(2);
        }
        assertThat(Lists.keys(index, RangeQuery.all())).hasSize(KEYS);
    }

    @Test
    void shouldAllowOperationsBetweenItsSteps(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        long expected = 0;
        try (Cursor cursor = index.range(RangeQuery.all())) {
            while (cursor.next()) {
                assertThat(cursor.key()).isEqualTo(expected);
                assertThat(index.get(expected)).hasValue(cursor.value());
                assertThat(index.contains(expected + 1)).isFalse();
                expected += 2;
            }
        }
        assertThat(expected).isEqualTo(2 * KEYS);
    }

    @Test
    void shouldSeeStableKeysOnceWhileOthersCome(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        List<Long> seen = new ArrayList<>();
        try (Cursor cursor = index.range(RangeQuery.all())) {
            while (cursor.next()) {
                seen.add(cursor.key());
                long odd = 2L * fixture.random().nextInt(KEYS) + 1;
                index.put(odd, odd);
            }
        }
        checkOrderAndEvens(seen);
    }

    @Test
    void shouldSeeStableKeysOnceWhileOthersCrowdTogether(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        List<Long> seen = new ArrayList<>();
        try (Cursor cursor = index.range(RangeQuery.all().reversed())) {
            while (cursor.next()) {
                seen.add(cursor.key());
                index.put(cursor.key() | 1, 0);
                index.put(Math.max(1, (cursor.key() - 4) | 1), 0);
            }
        }
        checkOrderAndEvens(seen.reversed());
    }

    @Test
    void shouldSeeStableKeysOnceWhileOthersGo(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        for (long odd = 1; odd < 2 * KEYS; odd += 2) {
            index.put(odd, odd);
        }
        for (boolean descending : new boolean[] {false, true}) {
            List<Long> seen = new ArrayList<>();
            RangeQuery all = RangeQuery.all();
            try (Cursor cursor = index.range(descending ? all.reversed() : all)) {
                while (cursor.next()) {
                    seen.add(cursor.key());
                    index.delete(2L * fixture.random().nextInt(KEYS) + 1);
                }
            }
            checkOrderAndEvens(descending ? seen.reversed() : seen);
        }
    }

    @Test
    void shouldSurviveThatEverythingGoes(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        int seen = 0;
        try (Cursor cursor = index.range(RangeQuery.all())) {
            while (cursor.next()) {
                if (seen++ == 3) {
                    for (long key = 0; key < 2 * KEYS; key += 2) {
                        index.delete(key);
                    }
                }
            }
        }
        assertThat(seen).isBetween(4, KEYS);
        assertThat(Lists.all(index)).isEmpty();
    }

    @Test
    void shouldNotOutliveItsIndex(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex index = fixture.open(name);
        for (long key = 0; key < 100; key++) {
            index.put(key, key);
        }
        Cursor cursor = index.range(RangeQuery.all());
        assertThat(cursor.next()).isTrue();
        index.close();
        assertThatThrownBy(
                        () -> {
                            while (cursor.next()) {
                                assertThat(cursor.key()).isLessThan(100);
                            }
                        })
                .isInstanceOf(IllegalStateException.class);
        cursor.close();
        assertThat(Lists.all(fixture.open(name))).hasSize(100);
    }

    private static OrderedIndex filled(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (long i = 0; i < KEYS; i++) {
            index.put(2 * i, i);
        }
        return index;
    }

    private static void checkOrderAndEvens(List<Long> seen) {
        assertThat(seen).isSorted().doesNotHaveDuplicates();
        assertThat(seen.stream().filter(key -> key % 2 == 0))
                .containsExactlyElementsOf(
                        LongStream.range(0, KEYS).map(i -> 2 * i).boxed().toList());
    }
}
