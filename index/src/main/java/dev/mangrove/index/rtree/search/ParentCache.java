package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.Anchor;
import dev.mangrove.index.rtree.tree.RTree;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Caches the parents of leaves by location, for a view that reads pages in place. As long as the
 * {@link Anchor} counts no change of a page above them, a search by window may start with the
 * parents, as if it had just read all pages above. If such pages change often, refreshing costs
 * more than it saves, so the cache doubles the number of searches before the next refresh. Used by
 * one thread.
 *
 * <p>A grid lists each parent in all cells that it intersects. A search that reads several cells
 * takes a parent only from the first cell, in both directions, that lists it. If parents overlap
 * much, the cells are made larger, so that a parent is listed in few. If a cell then lists too
 * many, nothing is cached, because a descent from the root is faster.
 */
public final class ParentCache {
    private static final int LOWEST_LEVEL = 2;

    /** Chosen: limits the cache to some megabytes per view. */
    private static final int MOST_PARENTS = 1 << 16;

    /** Chosen: for larger windows, the descent is a small part of the search. */
    private static final int MOST_CELLS_OF_A_SEARCH = 64;

    /** Cells per side. Chosen: a parent per cell or two, for the most parents. */
    private static final int LARGEST_GRID = 256;

    /** Chosen: parents that are as large as cells meet four, and some are larger. */
    private static final int MOST_LISTINGS_OF_A_PARENT = 8;

    /**
     * Chosen: comparing a window with this many takes as long as reading three pages of a descent.
     */
    private static final int MOST_PARENTS_OF_A_CELL = 1_024;

    /**
     * Searches before a refresh, at least and at most. Chosen: a refresh then costs little per
     * search.
     */
    private static final long SHORTEST_PATIENCE = 32;

    private static final long LONGEST_PATIENCE = 1 << 16;

    /**
     * Searches that the cache must serve between changes to be worth a refresh. Chosen: far above
     * the pages that a refresh reads in a tree of usual size.
     */
    private static final long SHORT_LIFE = 512;

    private final MemorySegment memory;
    private final Anchor anchor;
    private final NodeView view;
    private final EntryBlock entries = new EntryBlock();
    private final EntryBlock parents = new EntryBlock();
    private final Grid grid = new Grid();
    private final long longestPatience;
    private long[] stack = new long[64];
    private int stacked;
    private long[] found = new long[64];
    private int size;
    private long version = Node.NONE;
    private long uses;
    private long waited;
    private long patience;

    public ParentCache(MemorySegment memory, Anchor anchor, NodeView view) {
        this(memory, anchor, view, SHORTEST_PATIENCE, LONGEST_PATIENCE);
    }

    /** Creates a cache with a number of searches before a refresh, at first and at most. */
    public ParentCache(
            MemorySegment memory, Anchor anchor, NodeView view, long patience, long longest) {
        this.patience = patience;
        this.longestPatience = longest;
        this.memory = memory;
        this.anchor = anchor;
        this.view = view;
    }

    /**
     * Called before a search: refreshes the cache if upper pages have changed and enough searches
     * have passed.
     */
    void prepare() {
        if (isCurrent()) {
            uses++;
            return;
        }
        if (version != Node.NONE) {
            version = Node.NONE;
            patience =
                    uses < SHORT_LIFE
                            ? Math.min(2 * patience, longestPatience)
                            : Math.max(patience / 2, Math.min(SHORTEST_PATIENCE, longestPatience));
            waited = 0;
        }
        if (++waited >= patience) {
            waited = 0;
            uses = 0;
            version = walk();
        }
    }

    /** Number of listings in all cells. */
    int listings() {
        return grid.listings();
    }

    /** Whether no upper page has changed since the last refresh. */
    boolean isCurrent() {
        return version != Node.NONE && anchor.begun() == version;
    }

    /**
     * Finds the parents that a search must visit, by the limits of {@link WindowSearch}; false if a
     * descent from the root is better.
     */
    boolean find(double mostMinX, double mostMinY, double leastMaxX, double leastMaxY) {
        size = 0;
        int fromX = grid.column(Math.min(mostMinX, leastMaxX));
        int toX = grid.column(Math.max(mostMinX, leastMaxX));
        int fromY = grid.row(Math.min(mostMinY, leastMaxY));
        int toY = grid.row(Math.max(mostMinY, leastMaxY));
        if ((toX - fromX + 1) * (toY - fromY + 1) > MOST_CELLS_OF_A_SEARCH) {
            return false;
        }
        for (int y = fromY; y <= toY; y++) {
            for (int x = fromX; x <= toX; x++) {
                for (int at = grid.first(x, y); at < grid.end(x, y); at++) {
                    int i = grid.item(at);
                    if (parents.minX(i) <= mostMinX
                            && parents.maxX(i) >= leastMaxX
                            && parents.minY(i) <= mostMinY
                            && parents.maxY(i) >= leastMaxY
                            && x == Math.max(fromX, grid.column(parents.minX(i)))
                            && y == Math.max(fromY, grid.row(parents.minY(i)))) {
                        add(parents.reference(i));
                    }
                }
            }
        }
        return true;
    }

    /** How many parents were found. */
    int size() {
        return size;
    }

    /** Pointer to one of the parents that were found. */
    long found(int i) {
        return found[i];
    }

    private void add(long pointer) {
        if (size == found.length) {
            found = Arrays.copyOf(found, 2 * size);
        }
        found[size++] = pointer;
    }

    /**
     * Reads all upper pages; returns the anchor's count of changes, or {@link Node#NONE} if they
     * changed meanwhile.
     */
    private long walk() {
        long ended = anchor.ended();
        if (anchor.begun() != ended) {
            return Node.NONE;
        }
        parents.clear();
        stacked = 0;
        push(anchor.root());
        while (stacked > 0) {
            if (!read(stack[--stacked])) {
                return Node.NONE;
            }
        }
        SharedWords.acquireFence();
        if (anchor.begun() != ended) {
            return Node.NONE;
        }
        if (!grid.fill(parents)) {
            patience = Math.min(2 * patience, longestPatience);
            return Node.NONE;
        }
        return ended;
    }

    private boolean read(long pointer) {
        if (view.inPlace(memory, RTree.offset(pointer), pointer) != NodeView.GOOD
                || view.isSplitting()
                || view.level() < LOWEST_LEVEL) {
            return false;
        }
        entries.clear();
        view.copyTo(entries);
        if (!view.isValid() || parents.size() + entries.size() > MOST_PARENTS) {
            return false;
        }
        if (view.level() == LOWEST_LEVEL) {
            parents.addAll(entries, 0, entries.size());
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

    /**
     * Lists the rectangles that intersect each cell of a square grid around them all. Borders are
     * halved, because the total width may exceed the largest double.
     */
    private static final class Grid {
        private int side = 1;
        private double left;
        private double lower;
        private double columnsPerUnit;
        private double rowsPerUnit;
        private int[] ends = new int[2];
        private int[] items = new int[0];

        /** The column of a coordinate; coordinates outside of the grid have the nearest column. */
        int column(double x) {
            return clamp((x / 2 - left) * columnsPerUnit);
        }

        int row(double y) {
            return clamp((y / 2 - lower) * rowsPerUnit);
        }

        private int clamp(double number) {
            return Math.clamp((int) number, 0, side - 1);
        }

        int first(int x, int y) {
            return ends[y * side + x];
        }

        int end(int x, int y) {
            return ends[y * side + x + 1];
        }

        int item(int at) {
            return items[at];
        }

        int listings() {
            return ends[side * side];
        }

        /** Lists rectangles; false if a cell would list too many. */
        boolean fill(EntryBlock rectangles) {
            side = Math.clamp((int) Math.sqrt(2.0 * rectangles.size()), 1, LARGEST_GRID);
            frame(rectangles);
            long most = (long) MOST_LISTINGS_OF_A_PARENT * rectangles.size();
            while (listings(rectangles) > most) {
                side = Math.max(1, side / 2);
                frame(rectangles);
            }
            int cells = side * side;
            if (ends.length < cells + 2) {
                ends = new int[cells + 2];
            }
            Arrays.fill(ends, 0, cells + 2, 0);
            // Counting sort: counts at index + 2, then starts at index + 1, which become the ends.
            for (int i = 0; i < rectangles.size(); i++) {
                count(rectangles, i);
            }
            for (int cell = 2; cell < cells + 2; cell++) {
                if (ends[cell] > MOST_PARENTS_OF_A_CELL) {
                    Arrays.fill(ends, 0, cells + 2, 0);
                    return false;
                }
                ends[cell] += ends[cell - 1];
            }
            if (items.length < ends[cells + 1]) {
                items = new int[2 * ends[cells + 1]];
            }
            for (int i = 0; i < rectangles.size(); i++) {
                put(rectangles, i);
            }
            return true;
        }

        /** Number of listings in a grid of this side; one per rectangle if there is one cell. */
        private long listings(EntryBlock rectangles) {
            long sum = 0;
            for (int i = 0; i < rectangles.size(); i++) {
                long columns = column(rectangles.maxX(i)) - column(rectangles.minX(i)) + 1L;
                sum += columns * (row(rectangles.maxY(i)) - row(rectangles.minY(i)) + 1);
            }
            return sum;
        }

        private void frame(EntryBlock rectangles) {
            double right = Double.NEGATIVE_INFINITY;
            double upper = Double.NEGATIVE_INFINITY;
            left = Double.POSITIVE_INFINITY;
            lower = Double.POSITIVE_INFINITY;
            for (int i = 0; i < rectangles.size(); i++) {
                left = Math.min(left, rectangles.minX(i) / 2);
                lower = Math.min(lower, rectangles.minY(i) / 2);
                right = Math.max(right, rectangles.maxX(i) / 2);
                upper = Math.max(upper, rectangles.maxY(i) / 2);
            }
            columnsPerUnit = perUnit(right - left);
            rowsPerUnit = perUnit(upper - lower);
        }

        /** 0, for a single column, if the extent is 0. */
        private double perUnit(double extent) {
            double number = side / extent;
            return number > 0 && number < Double.POSITIVE_INFINITY ? number : 0;
        }

        private void count(EntryBlock rectangles, int i) {
            int toX = column(rectangles.maxX(i));
            int toY = row(rectangles.maxY(i));
            for (int y = row(rectangles.minY(i)); y <= toY; y++) {
                for (int x = column(rectangles.minX(i)); x <= toX; x++) {
                    ends[y * side + x + 2]++;
                }
            }
        }

        private void put(EntryBlock rectangles, int i) {
            int toX = column(rectangles.maxX(i));
            int toY = row(rectangles.maxY(i));
            for (int y = row(rectangles.minY(i)); y <= toY; y++) {
                for (int x = column(rectangles.minX(i)); x <= toX; x++) {
                    items[ends[y * side + x + 1]++] = i;
                }
            }
        }
    }
}
