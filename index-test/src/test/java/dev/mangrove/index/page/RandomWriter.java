package dev.mangrove.index.page;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Changes a page as a writer with its latch does, by a series of complete changes. */
final class RandomWriter {
    /** Keys are from 0 to before this. */
    static final long KEYS = 40;

    private final PlainPage page;
    private final PageView view;
    private final TestKeys keys;
    private final SplittableRandom random;
    private long values = 1000;
    private int neighbours = 10;

    RandomWriter(PlainPage page, SplittableRandom random) {
        this.page = page;
        this.view = page.view();
        this.keys = page.keys();
        this.random = random;
    }

    void change() {
        switch (random.nextInt(8)) {
            case 0 -> split();
            case 1 -> merge(random.nextInt(3) > 0);
            case 2, 3, 4 -> insert(random.nextLong(KEYS));
            case 5 -> update(random.nextLong(KEYS));
            default -> delete(random.nextLong(KEYS));
        }
    }

    void insert(long number) {
        long key = keys.word(number);
        if (view.relate(Page.LEAF, key) == PageMatch.HERE
                && view.find(key) == Page.NONE
                && view.freeSlot(key) != Page.NONE) {
            page.insert(key, ++values);
        }
    }

    void update(long key) {
        int slot = slotOf(key);
        if (slot != Page.NONE) {
            page.editor().value(slot, ++values);
        }
    }

    void delete(long key) {
        int slot = slotOf(key);
        if (slot != Page.NONE) {
            page.editor().clear(slot);
        }
    }

    private int slotOf(long number) {
        long key = keys.word(number);
        return view.relate(Page.LEAF, key) == PageMatch.HERE ? view.find(key) : Page.NONE;
    }

    void split() {
        long end = view.hasHigh() ? keys.number(view.high()) : KEYS;
        if (end > 1) {
            split(random.nextLong(1, end));
        }
    }

    void split(long high) {
        page.editor().split(keys.word(high), PlainPage.pointer(++neighbours));
    }

    /** Merges the right sibling, or starts to and undoes it. */
    void merge(boolean carriedOut) {
        if (view.hasHigh()) {
            int free = keys.slots(view.pageSize()) - view.count();
            merge(carriedOut, random.nextInt(free + 1));
        }
    }

    void merge(boolean carriedOut, int entries) {
        PlainPage right = neighbour(entries);
        EntryBuffer buffer = new EntryBuffer(1);
        right.view().collect(Long.MIN_VALUE, Long.MAX_VALUE, buffer);
        page.editor().link(PlainPage.RIGHT);
        page.editor().fillAhead(buffer);
        if (carriedOut) {
            page.editor().merge(right.view());
        } else {
            page.editor().abandonMerge();
        }
        page.editor().link(PagePointer.NULL);
    }

    /** A right sibling with {@code entries} entries, or fewer if it has fewer keys. */
    private PlainPage neighbour(int entries) {
        long low = keys.number(view.high());
        boolean last = low >= KEYS - 1 || random.nextBoolean();
        long end = last ? Math.max(KEYS, low) : random.nextLong(low + 1, KEYS);
        Map<Long, Long> content = new TreeMap<>();
        for (long key = low; key < end && content.size() < entries; key++) {
            content.put(key, ++values);
        }
        return last
                ? PlainPage.lastNeighbour(keys, view.pageSize(), low, content)
                : PlainPage.neighbour(
                        keys, view.pageSize(), low, end, PlainPage.pointer(++neighbours), content);
    }
}
