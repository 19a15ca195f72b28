package dev.mangrove.index.rtree.load;

import dev.mangrove.index.rtree.page.EntryBlock;

import java.util.ArrayList;
import java.util.List;

/**
 * The objects of a table in sorted order, stable. An external merge sort: it sorts runs of bounded
 * size in the heap and writes them back to their pages; then it merges all runs as they are read,
 * which frees the table's pages one after the other.
 */
final class SortedObjects implements AutoCloseable {
    /** Objects per run. Chosen: 1.3 MB of heap, and few runs. */
    static final int RUN = 1 << 15;

    private final ObjectTable table;
    private final ObjectOrder order;
    private final List<ObjectRun> heap = new ArrayList<>();
    private final List<ObjectRun> all = new ArrayList<>();
    private boolean started;

    /** Sorts a table, which is empty afterwards. */
    SortedObjects(ObjectTable table, ObjectOrder order) {
        this.table = table;
        this.order = order;
        sortRuns();
        table.handOver();
        for (ObjectRun run : all) {
            heap.add(run);
        }
        for (int i = heap.size() / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    /** Moves to the next object, which is {@link #current}; false if there is none. */
    boolean next() {
        if (started && !heap.isEmpty()) {
            ObjectRun run = heap.getFirst();
            run.advance();
            if (!run.hasCurrent()) {
                ObjectRun end = heap.removeLast();
                if (heap.isEmpty()) {
                    return false;
                }
                heap.set(0, end);
            }
            siftDown(0);
        }
        started = true;
        return !heap.isEmpty();
    }

    /** The object, as the only entry of a block. */
    EntryBlock current() {
        return heap.getFirst().current();
    }

    /** What it is sorted by. */
    long key() {
        return heap.getFirst().key();
    }

    private void siftDown(int from) {
        int at = from;
        // Ends: each step goes down a level of the heap.
        while (true) {
            int least = at;
            for (int child = 2 * at + 1; child <= 2 * at + 2 && child < heap.size(); child++) {
                least = isBefore(heap.get(child), heap.get(least)) ? child : least;
            }
            if (least == at) {
                return;
            }
            ObjectRun moved = heap.get(at);
            heap.set(at, heap.get(least));
            heap.set(least, moved);
            at = least;
        }
    }

    private static boolean isBefore(ObjectRun one, ObjectRun other) {
        int compared = Long.compareUnsigned(one.key(), other.key());
        return compared != 0 ? compared < 0 : one.number() < other.number();
    }

    private void sortRuns() {
        int pages = Math.max(1, RUN / table.perPage());
        long most = (long) pages * table.perPage();
        long page = table.firstPage();
        EntryBlock objects = new EntryBlock();
        for (long left = table.size(); left > 0; left -= most) {
            long first = page;
            int size = (int) Math.min(left, most);
            page = sortRun(first, size, objects.clear());
            all.add(new ObjectRun(table, order, first, size, all.size()));
        }
    }

    /** Sorts the objects of some pages; returns the page behind them. */
    private long sortRun(long first, int size, EntryBlock objects) {
        long page = first;
        for (int i = 0; i < size; i++) {
            int at = i % table.perPage();
            page = at == 0 && i > 0 ? table.nextPage(page) : page;
            table.read(page, at, objects, 0);
        }
        int[] numbers = KeySort.sorted(objects, order);
        page = first;
        for (int i = 0; i < size; i++) {
            int at = i % table.perPage();
            page = at == 0 && i > 0 ? table.nextPage(page) : page;
            table.write(page, at, objects, numbers[i]);
        }
        return table.nextPage(page);
    }

    /** Frees the pages of objects that have not been read. */
    @Override
    public void close() {
        all.forEach(ObjectRun::close);
    }
}
