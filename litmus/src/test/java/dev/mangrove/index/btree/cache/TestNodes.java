package dev.mangrove.index.btree.cache;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordPageImage;
import dev.mangrove.index.page.WordPageView;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Makes nodes of a cache from one page and its entries, and recognizes them. For one writer. */
final class TestNodes {
    private static final int PAGE_SIZE = 512;
    private static final int ENTRIES = 10;

    /** Keys of a node are from its number times this on. */
    private static final long KEYS = 1_000;

    /** The words of a node that never change; those before them are its pointer and state. */
    private static final int CONSTANT = CachedNode.LOW;

    private final PageView view = new WordPageView(PAGE_SIZE, 0);
    private final EntryBuffer entries = new EntryBuffer(ENTRIES);
    private final long[] model;

    /** Nodes of one page, by the page's number; the children are their keys plus the version. */
    TestNodes(int number, int version) {
        long low = number * KEYS;
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
        view.stable(image.memory(), 0, pointer(number));
        model = make();
    }

    static long pointer(int number) {
        return PagePointer.of(Address.of(0x101, (number + 1L) * PAGE_SIZE), 1);
    }

    /** A new node. */
    long[] make() {
        return CachedNode.of(view, entries);
    }

    /** Whether a node was made here and is whole. */
    boolean made(long[] node) {
        return CachedNode.level(node) == InnerLevels.LOWEST
                && Arrays.equals(node, CONSTANT, node.length, model, CONSTANT, model.length);
    }
}
