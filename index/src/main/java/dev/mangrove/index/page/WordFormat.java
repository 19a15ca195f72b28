package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/**
 * Pages with 64-bit keys, see {@link Page}.
 *
 * @param pageSize bytes of a page
 * @param tag of the index
 */
public record WordFormat(int pageSize, int tag) implements PageFormat {
    @Override
    public KeyOrder order() {
        return WordOrder.WORDS;
    }

    @Override
    public PageView newView() {
        return new WordPageView(pageSize, tag);
    }

    @Override
    public PageEditor newEditor(PageView view) {
        return new WordPageEditor(view);
    }

    @Override
    public PageImage newImage(MemorySegment memory) {
        return new WordPageImage(memory, pageSize, tag);
    }

    @Override
    public int mostStores() {
        return WordPageEditor.mostStores(pageSize);
    }

    @Override
    public long fetch(MemorySegment memory, long base, long key) {
        return Page.plain(memory, base) ^ Page.plain(memory, base + Page.hashLine(key, pageSize));
    }

    @Override
    public CopyCheck copyCheck() {
        return CopyCheck.EVERY_LINE;
    }

    @Override
    public boolean hasWordKeys() {
        return true;
    }
}
