package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeState;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.Anchor;
import dev.mangrove.index.rtree.tree.RTree;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Caches the entries of all inner pages of one level by location, until the {@link Anchor} counts a
 * change of that level or of one above. Used by one thread.
 *
 * <p>A grid lists each entry in all cells that it intersects. If entries overlap much, the cells
 * are made larger, so that an entry is listed in few. If a cell then lists too many, nothing is
 * cached, because a descent from the root is faster.
 *
 * <p>A refresh reads all pages from the root down to the level. It begins after a number of
 * searches, and gives up if it would read more entries than these searches pay for. If it gives up,
 * or what it has read does not last, the number doubles.
 */
final class LevelCache {
    /**
     * Entries that a refresh reads for each search that waited for it. Chosen: reading and listing
     * these takes about a sixth of a small search, so that is what a refresh in vain can cost.
     */
    private static final int ENTRIES_OF_A_SEARCH = 4;

    /**
     * Searches that the cache must serve between changes to be worth a refresh, at least. Chosen:
     * far above the pages that a refresh reads in a tree of usual size.
     */
    private static final long SHORT_LIFE = 512;

    /** Entries whose refresh takes as long as the cache saves in one search. Measured: 5 to 10. */
    private static final int ENTRIES_SAVED = 8;

    private final MemorySegment memory;
    private final Anchor anchor;
    private final NodeView view;
    private final int lowest;
    private final int capacity;
    private final Patience limits;
    private final EntryBlock entries = new EntryBlock();
    private final RectangleGrid grid = new RectangleGrid();
    private long[] stack = new long[64];
    private int stacked;
    private EntryBlock cached = new EntryBlock();
    private int size;
    private long version = Node.NONE;
    private long uses;
    private long waited;
    private long patience;
    private long budget;

    /**
     * Searches before a refresh, at least and at most.
     *
     * @param bounded whether a refresh reads only as much as the searches before it pay for
     */
    record Patience(long shortest, long longest, boolean bounded) {}

    /**
     * Caches the entries of pages of a level.
     *
     * @param lowest the level, 1 or 2
     * @param capacity most entries
     */
    LevelCache(
            MemorySegment memory,
            Anchor anchor,
            NodeView view,
            int lowest,
            int capacity,
            Patience limits) {
        this.memory = memory;
        this.anchor = anchor;
        this.view = view;
        this.lowest = lowest;
        this.capacity = capacity;
        this.limits = limits;
        this.patience = limits.shortest;
    }

    /** Called before a search: refreshes the cache if it is time; whether it is current. */
    boolean prepare() {
        if (isCurrent()) {
            uses++;
            return true;
        }
        if (version != Node.NONE) {
            version = Node.NONE;
            waited = 0;
            if (uses < Math.max(SHORT_LIFE, size / ENTRIES_SAVED)) {
                waitLonger();
            } else {
                patience = Math.max(patience / 2, limits.shortest);
            }
        }
        if (++waited < patience) {
            return false;
        }
        waited = 0;
        uses = 0;
        version = walk();
        if (version == Node.NONE) {
            waitLonger();
        }
        return version != Node.NONE;
    }

    private void waitLonger() {
        patience = Math.min(2 * patience, limits.longest);
    }

    /** Number of listings in all cells. */
    int listings() {
        return grid.listings();
    }

    /** Whether no page of the level, or above it, has changed since the last refresh. */
    boolean isCurrent() {
        return version != Node.NONE && anchor.begunFrom(lowest) == version;
    }

    /**
     * Finds the children that a search must visit, and perhaps some more, by the limits of {@link
     * WindowSearch}; false if a descent from the root is better.
     */
    boolean find(
            double mostMinX, double mostMinY, double leastMaxX, double leastMaxY, FoundPages into) {
        return grid.find(mostMinX, mostMinY, leastMaxX, leastMaxY, into);
    }

    /**
     * Reads all pages down to the level; returns the anchor's count of changes, or {@link
     * Node#NONE} if they changed meanwhile or are too many.
     */
    private long walk() {
        long ended = anchor.endedFrom(lowest);
        if (anchor.begunFrom(lowest) != ended) {
            return Node.NONE;
        }
        cached = new EntryBlock();
        budget = limits.bounded ? ENTRIES_OF_A_SEARCH * patience : Long.MAX_VALUE;
        stacked = 0;
        push(anchor.root());
        while (stacked > 0) {
            if (!read(stack[--stacked])) {
                return Node.NONE;
            }
        }
        SharedWords.acquireFence();
        if (anchor.begunFrom(lowest) != ended) {
            return Node.NONE;
        }
        size = cached.size();
        boolean filled = grid.fill(cached);
        cached = new EntryBlock(); // The grid has what searches need.
        return filled ? ended : Node.NONE;
    }

    private boolean read(long pointer) {
        if (view.inPlace(memory, RTree.offset(pointer), pointer) != NodeState.GOOD
                || view.isSplitting()
                || view.level() < lowest) {
            return false;
        }
        entries.clear();
        view.copyTo(entries);
        budget -= entries.size();
        if (!view.isValid() || cached.size() + entries.size() > capacity || budget < 0) {
            return false;
        }
        if (view.level() == lowest) {
            cached.addAll(entries, 0, entries.size());
        } else {
            for (int i = 0; i < entries.size(); i++) {
                push(entries.reference(i));
            }
        }
        return true;
    }

    private void push(long pointer) {
        if (stacked == stack.length) {
            stack = Arrays.copyOf(stack, 2 * stacked);
        }
        stack[stacked++] = pointer;
    }
}
