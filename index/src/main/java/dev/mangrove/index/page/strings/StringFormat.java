package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.EntryChange;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageEditor;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageView;

import java.lang.foreign.MemorySegment;

/** Pages whose keys are byte strings, as one thread reads and writes them: {@link StringPage}. */
public final class StringFormat implements PageFormat {
    private final int pageSize;
    private final int tag;
    private final KeyArena keys = new KeyArena();
    private final LongKeys longKeys;
    private final EntryChange change = new EntryChange();

    /**
     * Creates the format of an index.
     *
     * @param pageSize bytes of a page; its latch is not in it
     * @param longKeys keys that are too long for their lines
     */
    public StringFormat(int pageSize, int tag, LongKeys longKeys) {
        if (pageSize < StringPage.SMALLEST) {
            throw new IllegalArgumentException(
                    "pages of byte strings have at least "
                            + StringPage.SMALLEST
                            + " bytes: pageSize="
                            + pageSize);
        }
        this.pageSize = pageSize;
        this.tag = tag;
        this.longKeys = longKeys;
    }

    /** Entries of a page. */
    public int fanout() {
        return fanout(pageSize);
    }

    /** Entries of a page of a size in bytes. */
    public static int fanout(int pageSize) {
        return StringPage.entries(pageSize);
    }

    /** Bytes of the smallest page. */
    public static int smallestPage() {
        return StringPage.SMALLEST;
    }

    /** The keys that tokens of this thread stand for. */
    public KeyArena keys() {
        return keys;
    }

    /** What the editors of this thread have done. */
    public EntryChange change() {
        return change;
    }

    @Override
    public int pageSize() {
        return pageSize;
    }

    @Override
    public int tag() {
        return tag;
    }

    @Override
    public KeyOrder order() {
        return keys;
    }

    @Override
    public StringPageView newView() {
        return new StringPageView(pageSize, tag, keys, longKeys);
    }

    @Override
    public PageEditor newEditor(PageView view) {
        return new StringPageEditor((StringPageView) view, keys, longKeys, change);
    }

    @Override
    public PageImage newImage(MemorySegment memory) {
        return new StringPageImage(memory, pageSize, tag, keys, longKeys);
    }

    @Override
    public int mostStores() {
        return StringPageEditor.mostStores(pageSize);
    }

    @Override
    public long fetch(MemorySegment memory, long base, long key) {
        return Page.plain(memory, base)
                ^ Page.plain(memory, base + StringPage.LOW_LINE)
                ^ Page.plain(memory, base + StringPage.FIRST_HIGH_LINE)
                ^ Page.plain(memory, base + StringPage.hashLine(keys.hash(key), pageSize));
    }

    @Override
    public CopyCheck copyCheck() {
        return StringPage.EVERY_LINE;
    }

    @Override
    public boolean hasWordKeys() {
        return false;
    }
}
