package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.index.page.HashedLines;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;

/** Looks up keys in leaves of one server by one gather of their {@link HashedLines}. */
final class LineLookups {
    private static final Logger LOG = System.getLogger(LineLookups.class.getName());

    private final Batch batch;
    private final MemorySegment copies;
    private final int pageSize;
    private final RowMask mask = HashedLines.mask();
    private final Selection lines = new Selection();
    private final long[] addresses = new long[Pages.MOST_FOUND * HashedLines.LINES];
    private final long[] pointers = new long[Pages.MOST_FOUND];
    private final long[] keys = new long[Pages.MOST_FOUND];
    private final int[] numbers = new int[Pages.MOST_FOUND];
    private int size;
    private boolean started;

    LineLookups(Channel channel, int pageSize) {
        batch = channel.batch(1);
        copies = channel.endpoint().allocate((long) Pages.MOST_FOUND * HashedLines.BYTES);
        this.pageSize = pageSize;
    }

    /** Adds a key to those that {@link #start} looks up, with the caller's number. */
    void add(int number, long pointer, long key) {
        HashedLines.address(pointer, key, pageSize, addresses, size * HashedLines.LINES);
        pointers[size] = pointer;
        keys[size] = key;
        numbers[size++] = number;
    }

    /** Starts to read. */
    void start() {
        if (size > 0 && !started) {
            lines.pointed(addresses, size * HashedLines.LINES, mask);
            batch.clear().gather(lines, copies, 0);
            batch.submit();
            started = true;
        }
    }

    /**
     * Waits, and searches what was read.
     *
     * @param view shows the headers
     * @param values takes the value of each key that was found, at its number
     * @return the numbers of these keys, a bit each
     */
    long finish(PageView view, long[] values) {
        if (!started) {
            return 0;
        }
        batch.await();
        int added = size;
        started = false;
        size = 0;
        if (isTorn()) {
            RareBranch.COPY_TORN.taken();
            return 0;
        }
        long found = 0;
        for (int i = 0; i < added; i++) {
            long value = find(i, view);
            if (value != HashedLines.NONE) {
                values[numbers[i]] = Page.plain(copies, value);
                found |= 1L << numbers[i];
            }
        }
        return found;
    }

    /** Whether the stamp of a line has changed all the time that it was read. */
    private boolean isTorn() {
        return batch.tornRows(0) > 0;
    }

    private long find(int i, PageView view) {
        long at = (long) i * HashedLines.BYTES;
        view.stable(copies, at, pointers[i]);
        return covers(view, keys[i]) ? HashedLines.find(copies, at, keys[i]) : HashedLines.NONE;
    }

    private static boolean covers(PageView view, long key) {
        return view.relate(Page.LEAF, key) == PageMatch.HERE;
    }

    /** Gives up what was added; on return nothing is under way. */
    void abandon() {
        boolean underWay = started;
        started = false;
        size = 0;
        if (underWay) {
            try {
                batch.await();
            } catch (FabricException e) {
                LOG.log(Level.DEBUG, "lookups were given up: {0}", e.getMessage());
            }
        }
    }
}
