package dev.mangrove.index.btree.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordPageImage;
import dev.mangrove.index.page.WordPageView;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;

final class NodeCacheTest {
    private static final int PAGE_SIZE = 512;
    private static final int POINTERS = 500;
    private static final long RIGHT = pointer(1_000);

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @RepeatedTest(5)
    void shouldFindWhatAMapFindsWhenThereIsRoom() {
        NodeCache cache = new NodeCache(1 << 20);
        Map<Long, long[]> model = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            long pointer = pointer(random.nextInt(POINTERS));
            if (random.nextInt(3) == 0) {
                long[] node = node(pointer, 1);
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
        long budget = 20L * CachedNode.bytes(node(pointer(0), 5)) + 7;
        NodeCache cache = new NodeCache(budget);
        Map<Long, long[]> model = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            long[] node = node(pointer(random.nextInt(POINTERS)), random.nextInt(1, 15));
            cache.add(node);
            model.put(CachedNode.pointer(node), node);
            assertThat(cache.find(CachedNode.pointer(node))).isSameAs(node);
            long bytes = 0;
            for (long pointer : model.keySet()) {
                long[] found = cache.find(pointer);
                if (found != null) {
                    assertThat(found).isSameAs(model.get(pointer));
                }
                bytes += found == null ? 0 : CachedNode.bytes(found);
            }
            assertThat(bytes).as("seed %d", seed).isPositive().isLessThanOrEqualTo(budget);
        }
    }

    @Test
    void shouldKeepWhatIsUsedRatherThanWhatIsNot() {
        long[] used = node(pointer(0), 3);
        NodeCache cache = new NodeCache(10L * CachedNode.bytes(used));
        cache.add(used);
        for (int i = 1; i < 200; i++) {
            cache.add(node(pointer(i), 3));
            assertThat(cache.find(CachedNode.pointer(used))).isSameAs(used);
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
        long[] small = node(pointer(1), 1);
        NodeCache cache = new NodeCache(CachedNode.bytes(small));
        cache.add(small);
        cache.add(node(pointer(2), 2));
        assertThat(cache.find(pointer(1))).isSameAs(small);
        assertThat(cache.find(pointer(2))).isNull();
    }

    @Test
    void shouldKnowTheChildOfEachKey() {
        long[] node = node(pointer(1), 5);
        assertThat(CachedNode.covers(node, -1)).isFalse();
        assertThat(CachedNode.covers(node, 1000)).isFalse();
        for (long key = 0; key < 1000; key++) {
            assertThat(CachedNode.covers(node, key)).isTrue();
            assertThat(CachedNode.child(node, key)).isEqualTo(pointer((int) Math.min(key / 10, 4)));
        }
        EntryBuffer children = new EntryBuffer(1);
        CachedNode.children(node, children);
        assertThat(children.size()).isEqualTo(5);
        assertThat(children.key(2)).isEqualTo(20);
    }

    @RepeatedTest(5)
    void shouldKnowTheLowestNodeOfAKeyUntilItIsGivenUp() {
        NodeCache cache = new NodeCache(1 << 20);
        TreeMap<Long, long[]> model = new TreeMap<>();
        for (int i = 0; i < 200; i++) {
            long low = 1000L * random.nextInt(100);
            long at = pointer((int) (low / 1000));
            long[] node = lowest(low);
            if (random.nextInt(4) == 0) {
                cache.remove(at);
                model.remove(low);
            } else {
                cache.add(node);
                model.put(low, node);
            }
            int known = 0;
            for (long key = 0; key < 100_000; key += 500) {
                long[] found = cache.lowest(key);
                known += found == null ? 0 : 1;
                if (found != null) {
                    assertThat(found).as("seed %d", seed).isSameAs(model.get(key / 1000 * 1000));
                }
            }
            assertThat(known).as("seed %d", seed).isGreaterThanOrEqualTo(model.size());
        }
        for (long key = 0; key < 100_000; key += 1000) {
            boolean known = cache.lowest(key) != null;
            assertThat(cache.removeLowest(key)).isEqualTo(known);
            assertThat(cache.lowest(key)).isNull();
        }
        cache.clear();
        assertThat(cache.lowest(0)).isNull();
    }

    @RepeatedTest(5)
    void shouldNameForManyKeysTheLeavesThatItNamesForEach() {
        NodeCache cache = new NodeCache(1 << 20);
        ManyChildren many = new ManyChildren(64);
        long[] keys = new long[64];
        long[] leaves = new long[64];
        assertThat(many.find(cache, keys, 64, leaves)).isZero();
        assertThat(leaves).containsOnly(PagePointer.NULL);
        for (int i = 0; i < 200; i++) {
            cache.add(lowest(1000L * random.nextInt(100)));
            cache.remove(pointer(random.nextInt(100)));
            int count = random.nextInt(65);
            for (int k = 0; k < count; k++) {
                keys[k] = random.nextLong(-1_000, 101_000);
            }
            int found = many.find(cache, keys, count, leaves);
            for (int k = 0; k < count; k++) {
                long[] node = cache.lowest(keys[k]);
                found -= node == null ? 0 : 1;
                assertThat(leaves[k])
                        .as("seed %d, key %d", seed, keys[k])
                        .isEqualTo(
                                node == null ? PagePointer.NULL : CachedNode.child(node, keys[k]));
            }
            assertThat(found).as("seed %d", seed).isZero();
        }
    }

    @Test
    void shouldListNodesThatAreComeToOften() {
        NodeCache cache = new NodeCache(1 << 20);
        int nodes = 0;
        for (; nodes < 10 || cache.lowest(1000L * (nodes - 1)) != null; nodes++) {
            cache.add(lowest(1000L * nodes));
        }
        long unlisted = 1000L * (nodes - 1);
        for (int i = 0; i < nodes; i++) {
            cache.missed();
        }
        assertThat(cache.lowest(unlisted)).isSameAs(cache.find(pointer(nodes - 1)));
    }

    @RepeatedTest(20)
    void shouldFindTheChildHoweverKeysAreSpread() {
        TreeMap<Long, Long> model = new TreeMap<>();
        int shift = random.nextInt(64);
        int children = random.nextInt(1, 22);
        for (int i = 0; model.size() < children && i < 1000; i++) {
            long key = random.nextLong() >>> random.nextInt(shift + 1);
            model.put(random.nextBoolean() ? key : -key, (long) i);
        }
        EntryBuffer entries = new EntryBuffer(children);
        model.forEach(entries::add);
        long low = model.firstKey();
        long[] node = CachedNode.of(view(pointer(1), low, Long.MAX_VALUE, entries), entries);
        for (int i = 0; i < 1000; i++) {
            long any = random.nextLong() >>> random.nextInt(64);
            Long known = model.ceilingKey(any);
            long near = known == null ? any : known + random.nextInt(3) - 1;
            long key = Math.min(Math.max(low, near), Long.MAX_VALUE - 1);
            assertThat(CachedNode.child(node, key))
                    .as("seed %d, key %d", seed, key)
                    .isEqualTo(model.floorEntry(key).getValue());
        }
    }

    @Test
    void shouldNameTheChildrenThatAScanComesTo() {
        long[] node = node(pointer(9), 20);
        for (long key = 0; key < 1000; key += 7) {
            for (long end = 0; end < 1000; end += 11) {
                for (int room : new int[] {1, 3, 30}) {
                    assertThat(named(node, key, end, false, room))
                            .isEqualTo(expected(key, end, 1, room));
                    assertThat(named(node, key, end, true, room))
                            .isEqualTo(expected(key, end, -1, room));
                }
            }
        }
    }

    private static List<Long> named(long[] node, long key, long end, boolean down, int room) {
        long[] into = new long[room];
        int count = WordNodes.INSTANCE.childrenFrom(node, key, end, down, into);
        return LongStream.of(into).limit(count).boxed().toList();
    }

    /** The child of a key in {@link #node}, and those after it up to the child of the last key. */
    private static List<Long> expected(long key, long end, int step, int room) {
        int first = (int) Math.min(19, key / 10);
        int last = (int) Math.min(19, end / 10);
        List<Long> names = new ArrayList<>();
        names.add(pointer(first));
        for (int i = first; i * step < last * step && names.size() < room; i += step) {
            names.add(pointer(i + step));
        }
        return names;
    }

    private static long pointer(int number) {
        return PagePointer.of(Address.of(0x101, 64L * (number + 1)), 1);
    }

    /** A node for keys from 0 to 999; its children start at 0, 10, 20 and so on. */
    private static long[] node(long pointer, int children) {
        EntryBuffer entries = new EntryBuffer(children);
        for (int i = 0; i < children; i++) {
            entries.add(10L * i, pointer(i));
        }
        return CachedNode.of(view(pointer, 0, 1000, entries), entries);
    }

    /** A node of a thousand keys, all in one child. */
    private static long[] lowest(long low) {
        EntryBuffer entries = new EntryBuffer(1);
        entries.add(low, pointer(0));
        long at = pointer((int) (low / 1000));
        return CachedNode.of(view(at, low, low + 1000, entries), entries);
    }

    private static PageView view(long pointer, long low, long high, EntryBuffer entries) {
        PageImage image =
                new WordPageImage(
                                MemorySegment.ofArray(new long[PAGE_SIZE / Long.BYTES]),
                                PAGE_SIZE,
                                0)
                        .bounded(pointer, InnerLevels.LOWEST, low, high, RIGHT)
                        .entries(entries, 0, entries.size());
        PageView view = new WordPageView(PAGE_SIZE, 0);
        view.stable(image.memory(), 0, pointer);
        return view;
    }
}
