package dev.mangrove.index.rtree.load;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.tree.PageWords;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.Coordinates;

import java.lang.foreign.MemorySegment;

/**
 * Objects collected for a bulk load, in a chain of pages of the tree: their number is limited by
 * the memory that the server grants, not by its heap. A page holds
 *
 * <pre>
 * next page | id minX minY maxX maxY | id ...
 * </pre>
 *
 * Used by one thread at a time.
 */
public final class ObjectTable implements AutoCloseable {
    private static final int NEXT = 0;
    private static final int FIRST_OBJECT = 1;
    private static final int OBJECT_WORDS = 5;

    private final RTree tree;
    private final MemorySegment memory;
    private final int perPage;
    private final Box bounds = new Box();
    private long first = PagePointer.NULL;
    private long last = PagePointer.NULL;
    private long size;

    /** Creates an empty table. */
    public ObjectTable(RTree tree) {
        this.tree = tree;
        this.memory = tree.memory();
        this.perPage = (PageWords.perPage(tree.shape()) - FIRST_OBJECT) / OBJECT_WORDS;
    }

    /**
     * Adds an object.
     *
     * @throws IllegalArgumentException if the borders are not finite or in the wrong order
     */
    public void add(long id, double minX, double minY, double maxX, double maxY) {
        Coordinates.check(minX, minY, maxX, maxY);
        int at = (int) (size % perPage);
        if (at == 0) {
            append(tree.pages().lend());
        }
        double left = Node.plain(minX);
        double lower = Node.plain(minY);
        double right = Node.plain(maxX);
        double upper = Node.plain(maxY);
        write(last, at, id, left, lower, right, upper);
        bounds.add(left, lower, right, upper, 0);
        size++;
    }

    private void append(long page) {
        PageWords.set(memory, page, NEXT, PagePointer.NULL);
        if (last == PagePointer.NULL) {
            first = page;
        } else {
            PageWords.set(memory, last, NEXT, page);
        }
        last = page;
    }

    /** Number of objects. */
    public long size() {
        return size;
    }

    /** Bounding box of all objects. */
    Box bounds() {
        return bounds;
    }

    int perPage() {
        return perPage;
    }

    long firstPage() {
        return first;
    }

    long nextPage(long page) {
        return PageWords.get(memory, page, NEXT);
    }

    /** Gives up ownership of the pages, which the caller frees from now on. */
    void handOver() {
        first = PagePointer.NULL;
        last = PagePointer.NULL;
        size = 0;
    }

    void freePage(long page) {
        tree.pages().takeBack(page);
    }

    /** Adds the object at a place of a page to a block. */
    void read(long page, int at, EntryBlock block, long key) {
        int word = FIRST_OBJECT + OBJECT_WORDS * at;
        block.add(
                number(page, word + 1),
                number(page, word + 2),
                number(page, word + 3),
                number(page, word + 4),
                PageWords.get(memory, page, word),
                key);
    }

    /** Puts an entry of a block at a place of a page. */
    void write(long page, int at, EntryBlock block, int i) {
        write(
                page,
                at,
                block.reference(i),
                block.minX(i),
                block.minY(i),
                block.maxX(i),
                block.maxY(i));
    }

    private void write(
            long page, int at, long id, double minX, double minY, double maxX, double maxY) {
        int word = FIRST_OBJECT + OBJECT_WORDS * at;
        PageWords.set(memory, page, word, id);
        number(page, word + 1, minX);
        number(page, word + 2, minY);
        number(page, word + 3, maxX);
        number(page, word + 4, maxY);
    }

    private double number(long page, int word) {
        return Double.longBitsToDouble(PageWords.get(memory, page, word));
    }

    private void number(long page, int word, double value) {
        PageWords.set(memory, page, word, Double.doubleToRawLongBits(value));
    }

    /** Frees the pages. */
    @Override
    public void close() {
        long page = first;
        handOver();
        while (page != PagePointer.NULL) {
            long next = nextPage(page);
            freePage(page);
            page = next;
        }
    }
}
