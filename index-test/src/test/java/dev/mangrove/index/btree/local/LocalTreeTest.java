package dev.mangrove.index.btree.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.wire.Words;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** A tree as a server's thread accesses it for messages. */
final class LocalTreeTest {
    private static final int FANOUT = 21;

    private final PlainSpace space = new PlainSpace(512, 1000);
    private final LocalPages pages = space.pages(new LocalLatches(Host.system()));
    private final AtomicLong root = new AtomicLong(LocalTree.plant(pages));
    private final LocalTree tree = new LocalTree(pages, root, FANOUT, true);
    private final MemorySegment message = MemorySegment.ofArray(new long[4096]);

    @ParameterizedTest
    @ValueSource(ints = {32, 48, 1000, 32_768})
    void shouldAnswerARangeInParts(int capacity) {
        for (long key = 0; key < 500; key++) {
            assertThat(tree.change(Change.PUT.code(), key, 100 + key, 0)).isTrue();
        }
        List<Long> keys = new ArrayList<>();
        long from = 7;
        boolean more = true;
        while (more) {
            int bytes = tree.range(RangeQuery.between(from, 480), message, 0, capacity);
            assertThat(bytes).isLessThanOrEqualTo(capacity);
            for (int word = 2; word < bytes / Long.BYTES; word += 2) {
                keys.add(Words.get(message, 0, word));
                from = Words.get(message, 0, word) + 1;
                assertThat(Words.get(message, 0, word + 1)).isEqualTo(99 + from);
            }
            if (bytes > Words.bytes(2)) {
                assertThat(Words.get(message, 0, 1)).isEqualTo(from - 1);
            }
            more = Words.get(message, 0, 0) == 1;
        }
        assertThat(keys).containsExactlyElementsOf(LongStream.rangeClosed(7, 480).boxed().toList());
    }

    @Test
    void shouldAnswerWithNothingButKeysOrValuesWhenARangeAsksForThem() {
        for (long key = 0; key < 50; key++) {
            assertThat(tree.change(Change.PUT.code(), key, 100 + key, 0)).isTrue();
        }
        RangeQuery query = RangeQuery.between(7, 9);
        assertThat(words(query.keysOnly())).containsExactly(0, 9, 7, 8, 9);
        assertThat(words(query.valuesOnly())).containsExactly(0, 9, 107, 108, 109);
        assertThat(words(query.reversed().keysOnly())).containsExactly(0, 7, 9, 8, 7);
    }

    private long[] words(RangeQuery query) {
        int bytes = tree.range(query, message, 0, 1000);
        return LongStream.range(0, bytes / Long.BYTES)
                .map(word -> Words.get(message, 0, (int) word))
                .toArray();
    }

    @Test
    void shouldMeetConditionsOfChanges() {
        assertThat(tree.change(Change.REPLACE.code(), 5, 2, 1)).isFalse();
        assertThat(tree.change(Change.PUT_IF_ABSENT.code(), 5, 1, 0)).isTrue();
        assertThat(tree.change(Change.PUT_IF_ABSENT.code(), 5, 9, 0)).isFalse();
        assertThat(tree.change(Change.REPLACE.code(), 5, 2, 9)).isFalse();
        assertThat(tree.change(Change.REPLACE.code(), 5, 2, 1)).isTrue();
        assertThat(tree.change(Change.PUT.code(), 5, 3, 0)).isFalse();
        Lookup found = new Lookup();
        assertThat(tree.get(5, found)).isTrue();
        assertThat(found.value).isEqualTo(3);
        assertThat(tree.change(Change.DELETE.code(), 5, 0, 0)).isTrue();
        assertThat(tree.change(Change.DELETE.code(), 5, 0, 0)).isFalse();
        assertThat(tree.get(5, found)).isFalse();
    }

    @Test
    void shouldCountItsEntriesAndItsChanges() {
        EntryTally tally = new EntryTally();
        LocalTree counting = new LocalTree(pages, root, FANOUT, true).counting(tally);
        for (long key = 0; key < 500; key++) {
            assertThat(counting.change(Change.PUT.code(), key, 100 + key, 0)).isTrue();
            assertThat(counting.change(Change.PUT.code(), key, 200 + key, 0)).isFalse();
        }
        for (long key = 0; key < 100; key++) {
            assertThat(counting.change(Change.DELETE.code(), 3 * key, 0, 0)).isTrue();
        }
        assertThat(counting.change(Change.DELETE.code(), 0, 0, 0)).isFalse();

        assertThat(tally.words()).containsExactly(400, 1101, 1101);
        assertThat(new BTreeVerifier(pages).walk(root.get()).entries()).isEqualTo(400);
        tally.begin();
        assertThat(tally.words()).containsExactly(400, 1102, 1101);
    }

    /** The server has only the upper levels; leaves are mere pointers. */
    @Test
    void shouldLocateLeavesItWasToldOf() {
        LocalTree upper = new LocalTree(pages, root, FANOUT, false);
        long first = upper.locate(0);
        for (int pair = 0; pair < 1000; pair++) {
            upper.post(10L * (pair + 1), leaf(pair + 1));
        }
        for (long key = -5; key < 10_020; key++) {
            long expected = key < 10 ? first : leaf(Math.min(key / 10, 1000));
            assertThat(upper.locate(key)).isEqualTo(expected);
        }
        assertThat(upper.withdraw(55, leaf(5), leaf(4))).isTrue();
        assertThat(upper.locate(55)).isEqualTo(leaf(4));
    }

    private static long leaf(long number) {
        return (1L << 60) + number * 64;
    }
}
