package dev.mangrove.index.btree;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;

/**
 * Writes one level of a tree from entries in ascending order, page after page. A page is written
 * when the first key of the next one is known, and so its upper bound.
 */
final class LevelWriter {
    private static final int FEWEST = 2;

    private final Pages pages;
    private final int level;
    private final int perPage;
    private final PageImage image;
    private final EntryBuffer page;
    private final EntryBuffer written = new EntryBuffer(16);
    private long low = Long.MIN_VALUE;
    private long pointer;

    LevelWriter(Pages pages, int level, int fanout, double fill) {
        this.pages = pages;
        this.level = level;
        this.perPage = Math.max(FEWEST, Math.min(fanout, (int) Math.round(fanout * fill)));
        this.image = pages.newImage();
        this.page = new EntryBuffer(perPage);
        this.pointer = pages.allocate();
    }

    void add(long key, long value) {
        if (page.size() == perPage) {
            long next = pages.allocate();
            write(image.bounded(pointer, level, low, key, next));
            low = key;
            pointer = next;
        }
        page.add(key, value);
    }

    /** Ends the level; returns lowest keys and pointers of its pages. */
    EntryBuffer finish() {
        write(image.unbounded(pointer, level, low));
        return written;
    }

    private void write(PageImage started) {
        pages.write(pointer, started.entries(page, 0, page.size()));
        written.add(low, pointer);
        page.size(0);
    }

    /** Writes levels above pages until one page is enough; returns that one. */
    static long writeAbove(Pages pages, EntryBuffer leaves, int fanout, double fill) {
        EntryBuffer below = leaves;
        for (int level = Page.LEAF + 1; ; level++) {
            LevelWriter writer = new LevelWriter(pages, level, fanout, fill);
            for (int i = 0; i < below.size(); i++) {
                writer.add(below.key(i), below.value(i));
            }
            below = writer.finish();
            if (below.size() == 1) {
                return below.value(0);
            }
        }
    }
}
