package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/**
 * The format of an index's pages, as one thread reads and writes them. Formats differ in how a page
 * holds its bounds and its entries. The header's stamp, the stamps of data lines and the rules for
 * changes are the same in all of them.
 */
public interface PageFormat {
    /** Bytes of a page. */
    int pageSize();

    /** Tag of the index, which each of its pages has. */
    int tag();

    /** The order of keys. */
    KeyOrder order();

    /** Creates a view of pages. */
    PageView newView();

    /** Creates an editor of the page that a view of this format shows. */
    PageEditor newEditor(PageView view);

    /** Creates an image to build new pages in, in memory that the image owns. */
    PageImage newImage(MemorySegment memory);

    /** Most stores that an edit makes before its page is flushed or unlocked. */
    int mostStores();

    /** Prefetches what a search for a key reads first. The result only keeps the loads alive. */
    long fetch(MemorySegment memory, long base, long key);

    /** The check of copies that tells torn ones. */
    CopyCheck copyCheck();

    /**
     * Whether leaves can be searched by {@link HashedLines} and outlined by {@link PageOutline}.
     */
    boolean hasWordKeys();
}
