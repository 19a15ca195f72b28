package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

final class NodeCacheTest {
    private static final int PAGE_SIZE = 512;
    private static final int POINTERS = 500;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @RepeatedTest(5)
    void shouldFindWhatAMapFindsWhenThereIsRoom() {
        NodeCache cache = new NodeCache(1 << 20);
        Map<Long, CachedNode> model = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            long pointer = pointer(random.nextInt(POINTERS));
            if (random.nextInt(3) == 0) {
                CachedNode node = node(pointer, 1);
                cache.add(node);
                model.put(pointer, node);
            } else if (random.nextInt(3) == 0) {
                cache.remove(pointer);
                model.remove(pointer);
            }
            long other = pointer(random.nextInt(POINTERS));
            assertThat(cache.find(other)).as("seed %d", seed).isSameAs(model.get(other));
        }
        cache.clear();
        assertThat(LongStream.range(0, POINTERS).mapToObj(i -> cache.find(pointer((int) i))))
                .allMatch(Objects::isNull);
    }

    @RepeatedTest(5)
    void shouldKeepItsBudgetAndWhatCameLast() {
        long budget = 20L * node(pointer(0), 5).bytes() + 7;
        NodeCache cache = new NodeCache(budget);
        Map<Long, CachedNode> model = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            CachedNode node = node(pointer(random.nextInt(POINTERS)), random.nextInt(1, 15));
            cache.add(node);
            model.put(node.pointer, node);
            assertThat(cache.find(node.pointer)).isSameAs(node);
            long bytes = 0;
            for (long pointer : model.keySet()) {
                CachedNode found = cache.find(pointer);
                assertThat(found == null || found == model.get(pointer)).isTrue();
                bytes += found == null ? 0 : found.bytes();
            }
            assertThat(bytes).as("seed %d", seed).isPositive().isLessThanOrEqualTo(budget);
        }
    }

    @Test
    void shouldKeepWhatIsUsedRatherThanWhatIsNot() {
        CachedNode used = node(pointer(0), 3);
        NodeCache cache = new NodeCache(10L * used.bytes());
        cache.add(used);
        for (int i = 1; i < 200; i++) {
            cache.add(node(pointer(i), 3));
            assertThat(cache.find(used.pointer)).isSameAs(used);
        }
    }

    @Test
    void shouldHoldNothingWithoutABudget() {
        NodeCache cache = new NodeCache(0);
        cache.add(node(pointer(1), 1));
        assertThat(cache.isOn()).isFalse();
        assertThat(cache.find(pointer(1))).isNull();
    }

    @Test
    void shouldHoldNoNodeThatIsLargerThanItsBudget() {
        CachedNode small = node(pointer(1), 1);
        NodeCache cache = new NodeCache(small.bytes());
        cache.add(small);
        cache.add(node(pointer(2), 2));
        assertThat(cache.find(pointer(1))).isSameAs(small);
        assertThat(cache.find(pointer(2))).isNull();
    }

    @Test
    void shouldKnowTheChildOfEachKey() {
        CachedNode node = node(pointer(1), 5);
        assertThat(node.covers(-1)).isFalse();
        assertThat(node.covers(1000)).isFalse();
        for (long key = 0; key < 1000; key++) {
            assertThat(node.covers(key)).isTrue();
            assertThat(node.child(key)).isEqualTo(pointer((int) Math.min(key / 10, 4)));
        }
        EntryBuffer after = new EntryBuffer(1);
        node.childrenAfter(15, after);
        assertThat(after.size()).isEqualTo(3);
        assertThat(after.key(0)).isEqualTo(20);
    }

    private static long pointer(int number) {
        return PagePointer.of(Address.of(0x101, 64L * (number + 1)), 1);
    }

    /** A node for keys from 0 to 999 whose children start at 0, 10, 20 and so on. */
    private static CachedNode node(long pointer, int children) {
        EntryBuffer entries = new EntryBuffer(children);
        for (int i = 0; i < children; i++) {
            entries.add(10L * i, pointer(i));
        }
        PageImage image =
                new PageImage(MemorySegment.ofArray(new long[PAGE_SIZE / Long.BYTES]), PAGE_SIZE, 0)
                        .bounded(pointer, InnerLevels.LOWEST, 0, 1000, pointer(9))
                        .entries(entries, 0, children);
        PageView view = new PageView(PAGE_SIZE, 0);
        view.stable(image.memory(), 0, pointer);
        return new CachedNode(view, entries);
    }
}
