package dev.mangrove.index.btree.cache;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.litmus.TwoThreads;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordPageImage;
import dev.mangrove.index.page.WordPageView;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * One thread replaces, evicts and removes nodes of a cache while another looks them up without a
 * lock. A node that it finds is whole: bounds, keys and children are those of one version.
 */
final class NodeCacheLitmusTest {
    private static final int CHANGES = TwoThreads.rounds(60_000);
    private static final int PAGE_SIZE = 512;
    private static final int NODES = 40;
    private static final int ENTRIES = 10;

    /** Keys of a node are from its number times this on. */
    private static final long KEYS = 1_000;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final TwoThreads threads = new TwoThreads();
    private final NodeCache cache = new NodeCache(NODES / 2 * 250);
    private volatile boolean done;

    @Test
    void shouldShowOnlyWholeNodes() throws Exception {
        threads.run(this::change, this::look);
    }

    private void change() {
        SplittableRandom random = new SplittableRandom(seed);
        for (long version = 1; version <= CHANGES; version++) {
            int number = random.nextInt(NODES);
            if (random.nextInt(8) == 0) {
                cache.remove(pointer(number));
            } else {
                cache.add(node(number, version));
            }
        }
        done = true;
    }

    private void look() {
        SplittableRandom random = new SplittableRandom(~seed);
        long found = 0;
        while (!done || found == 0) {
            int number = random.nextInt(NODES);
            long[] node = cache.find(pointer(number));
            if (node != null) {
                check(node, number);
                found++;
            }
            long key = random.nextLong(NODES * KEYS);
            long[] lowest = cache.lowest(key);
            if (lowest != null) {
                check(lowest, (int) (key / KEYS));
            }
            cache.missed();
        }
    }

    private void check(long[] node, int number) {
        long low = number * KEYS;
        boolean bounds =
                CachedNode.covers(node, low)
                        && CachedNode.covers(node, low + KEYS - 1)
                        && !CachedNode.covers(node, low - 1)
                        && !CachedNode.covers(node, low + KEYS)
                        && CachedNode.level(node) == InnerLevels.LOWEST;
        long version = CachedNode.child(node, low) - low;
        boolean children = version > 0;
        for (int i = 0; i < ENTRIES; i++) {
            children &= CachedNode.child(node, low + 10L * i + 9) == low + 10L * i + version;
        }
        if (!bounds || !children) {
            throw new AssertionError("node " + number + " is not whole, seed " + seed);
        }
    }

    private static long pointer(int number) {
        return PagePointer.of(Address.of(0x101, (number + 1L) * PAGE_SIZE), 1);
    }

    /** A node whose children are their keys plus the version. */
    private static long[] node(int number, long version) {
        long low = number * KEYS;
        EntryBuffer entries = new EntryBuffer(ENTRIES);
        for (int i = 0; i < ENTRIES; i++) {
            entries.add(low + 10L * i, low + 10L * i + version);
        }
        MemorySegment memory = MemorySegment.ofArray(new long[PAGE_SIZE / Long.BYTES]);
        PageImage image =
                new WordPageImage(memory, PAGE_SIZE, 0)
                        .bounded(
                                pointer(number),
                                InnerLevels.LOWEST,
                                low,
                                low + KEYS,
                                pointer(number + 1));
        PageView view = new WordPageView(PAGE_SIZE, 0);
        view.stable(image.memory(), 0, pointer(number));
        return CachedNode.of(view, entries);
    }
}
