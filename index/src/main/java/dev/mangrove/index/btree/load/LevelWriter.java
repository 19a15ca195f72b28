package dev.mangrove.index.btree.load;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Writes one level of a tree from entries in ascending order, page after page, and the level above
 * at the same time. It writes a page once it knows its upper bound, the first key of the next page.
 * The pages are unpublished; they are visible once the caller has settled them.
 */
public final class LevelWriter {
    /** Entries of a page at least: with one, a level would have as many pages as the one below. */
    private static final int FEWEST = 2;

    private static final int FIRST_CAPACITY = 64;

    private final Pages pages;
    private final PageSource source;
    private final int level;
    private final int perPage;
    private final PageImage image;
    private final EntryBuffer page;
    private @Nullable LevelWriter above;
    private long low = KeyOrder.LEAST;
    private long pointer;

    /** All pages before the current one. */
    private long[] fullPages = new long[FIRST_CAPACITY];

    private int fullCount;

    /**
     * Creates a writer of a level.
     *
     * @param source allocates pages of this level and of those above
     * @param perPage entries of a page
     */
    private LevelWriter(Pages pages, PageSource source, int level, int perPage) {
        Page.checkLevel(level);
        this.pages = pages;
        this.source = source;
        this.level = level;
        this.perPage = perPage;
        this.image = pages.newImage();
        this.page = pages.newEntries(perPage);
        this.pointer = source.take(level, perPage);
    }

    /**
     * Creates a writer of the leaves.
     *
     * @param fill fraction of each page to fill
     */
    public static LevelWriter leaves(Pages pages, PageSource source, int fanout, double fill) {
        int perPage = Math.clamp(Math.round(fanout * fill), FEWEST, fanout);
        return new LevelWriter(pages, source, Page.LEAF, perPage);
    }

    public void add(long key, long value) {
        assert page.size() == 0 || pages.order().isLess(page.key(page.size() - 1), key)
                : "keys descend: " + page.key(page.size() - 1) + ", " + key;
        if (page.size() == perPage) {
            LevelWriter parents = above();
            long next = source.take(level, perPage);
            long full = pointer;
            long from = low;
            keep(full);
            pointer = next;
            low = separator(key);
            write(full, image.bounded(full, level, from, low, next));
            parents.add(from, full);
        }
        page.add(key, value);
    }

    /** The page that the last entry went to. */
    public long current() {
        return pointer;
    }

    /**
     * Forgets the keys since a mark of the order that are in written pages. Words of byte strings
     * take memory until they are forgotten; those that are still needed become others.
     */
    public void forgetWritten(int mark) {
        long[] needed = new long[neededKeys()];
        neededKeys(needed, 0, false);
        pages.order().keepAll(mark, needed, needed.length);
        neededKeys(needed, 0, true);
    }

    private int neededKeys() {
        return 1 + page.size() + (above == null ? 0 : above.neededKeys());
    }

    /** Copies the keys of this level and of those above to an array, or takes them from there. */
    private void neededKeys(long[] keys, int from, boolean takes) {
        int at = from;
        if (takes) {
            low = keys[at];
        } else {
            keys[at] = low;
        }
        at++;
        for (int i = 0; i < page.size(); i++, at++) {
            if (takes) {
                page.key(i, keys[at]);
            } else {
                keys[at] = page.key(i);
            }
        }
        if (above != null) {
            above.neededKeys(keys, at, takes);
        }
    }

    /** A leaf may start below its first key; an inner page starts at its first separator. */
    private long separator(long key) {
        return level == Page.LEAF ? pages.order().separator(page.key(page.size() - 1), key) : key;
    }

    /** Ends this level and those above; returns the root, which is an inner page. */
    public long finish() {
        write(pointer, image.unbounded(pointer, level, low));
        if (above == null && level > Page.LEAF) {
            return pointer;
        }
        LevelWriter parents = above();
        parents.add(low, pointer);
        return parents.finish();
    }

    /** Frees all pages, also those that could not be written: it reads none of them. */
    public void discard() {
        pages.dropUnsettled();
        for (int i = 0; i < fullCount; i++) {
            pages.putBack(fullPages[i]);
        }
        pages.putBack(pointer);
        if (above != null) {
            above.discard();
        }
    }

    private void keep(long full) {
        if (fullCount == fullPages.length) {
            fullPages = Arrays.copyOf(fullPages, 2 * fullCount);
        }
        fullPages[fullCount++] = full;
    }

    private LevelWriter above() {
        LevelWriter parents = above;
        if (parents == null) {
            parents = new LevelWriter(pages, source, level + 1, perPage);
            above = parents;
        }
        return parents;
    }

    private void write(long to, PageImage started) {
        pages.writeSoon(to, started.entries(page, 0, page.size()));
        page.size(0);
    }
}
