package dev.mangrove.index.rtree.load;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.EntryBlock;

/**
 * A sorted run: some pages of a table. It is read once from beginning to end, and frees each page
 * after reading it.
 */
final class ObjectRun {
    private final ObjectTable table;
    private final ObjectOrder order;
    private final int number;
    private final EntryBlock current = new EntryBlock();
    private long page;
    private int at;
    private long left;
    private long key;

    ObjectRun(ObjectTable table, ObjectOrder order, long firstPage, long objects, int number) {
        this.number = number;
        this.table = table;
        this.order = order;
        this.page = firstPage;
        this.left = objects;
        read();
    }

    /** Which of all runs it is. */
    int number() {
        return number;
    }

    /** Whether an object is left. */
    boolean hasCurrent() {
        return left > 0;
    }

    /** The first object that is left, as the only entry of a block. */
    EntryBlock current() {
        return current;
    }

    /** What it is sorted by. */
    long key() {
        return key;
    }

    /** Goes on to the next object. */
    void advance() {
        left--;
        if (++at == table.perPage() || left == 0) {
            long read = page;
            page = left == 0 ? PagePointer.NULL : table.nextPage(page);
            at = 0;
            table.freePage(read);
        }
        read();
    }

    private void read() {
        if (left > 0) {
            table.read(page, at, current.clear(), 0);
            key = order.key(current.minX(0), current.minY(0), current.maxX(0), current.maxY(0));
        }
    }

    /** Frees the pages that have not been read. */
    void close() {
        while (page != PagePointer.NULL) {
            long next = left > table.perPage() - at ? table.nextPage(page) : PagePointer.NULL;
            left -= table.perPage() - at;
            at = 0;
            long read = page;
            page = next;
            table.freePage(read);
        }
    }
}
