package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

/**
 * Writes one level of a tree from entries in ascending order, page after page, and the level above
 * at the same time. It writes a page once it knows its upper bound, the first key of the next page.
 * The pages are unpublished.
 */
public final class LevelWriter {
    /** Entries of a page at least: with one, a level would have as many pages as the one below. */
    private static final int FEWEST = 2;

    private final Pages pages;
    private final PageSource source;
    private final int level;
    private final int perPage;
    private final PageImage image;
    private final EntryBuffer page;
    private final long first;
    private @Nullable LevelWriter above;
    private long low = Long.MIN_VALUE;
    private long pointer;

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
        this.page = new EntryBuffer(perPage);
        this.first = source.take(level, perPage);
        this.pointer = first;
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
        assert page.size() == 0 || key > page.key(page.size() - 1)
                : "keys descend: " + page.key(page.size() - 1) + ", " + key;
        if (page.size() == perPage) {
            LevelWriter parents = above();
            long next = source.take(level, perPage);
            write(image.bounded(pointer, level, low, key, next));
            long done = pointer;
            long from = low;
            low = key;
            pointer = next;
            parents.add(from, done);
        }
        page.add(key, value);
    }

    /** Ends this level and those above; returns the root, which is an inner page. */
    public long finish() {
        write(image.unbounded(pointer, level, low));
        if (above == null && level > Page.LEAF) {
            return pointer;
        }
        LevelWriter parents = above();
        parents.add(low, pointer);
        return parents.finish();
    }

    /** Frees all pages. */
    public void discard() {
        PageView view = pages.newView();
        long each = first;
        while (each != pointer) {
            pages.open(each, view);
            long next = view.right();
            pages.putBack(each);
            each = next;
        }
        pages.putBack(pointer);
        if (above != null) {
            above.discard();
        }
    }

    private LevelWriter above() {
        LevelWriter parents = above;
        if (parents == null) {
            parents = new LevelWriter(pages, source, level + 1, perPage);
            above = parents;
        }
        return parents;
    }

    private void write(PageImage started) {
        pages.write(pointer, started.entries(page, 0, page.size()));
        page.size(0);
    }
}
