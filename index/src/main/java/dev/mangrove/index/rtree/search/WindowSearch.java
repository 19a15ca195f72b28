package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeShape;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * Finds objects by a window. The search follows all entries of a page that can lead to results, and
 * the right link of a page that was split since the search began. Where entries have moved to other
 * pages, or a page is dead, it starts again and returns only ids that it has not returned yet.
 * Reusable, by one thread.
 *
 * <p>An entry fits if {@code minX <= mostMinX && maxX >= leastMaxX}, and likewise for y. For
 * INTERSECTS and WITHIN these limits are the opposite borders of the window, for CONTAINS the same
 * ones. WITHIN compares the entries of leaves once more.
 */
public final class WindowSearch implements SpatialCursor {
    /** Chosen: a search restarts this often only if writers keep moving entries. */
    private static final int RESTARTS_BEFORE_PAUSE = 16;

    /** Chosen: as long as a few changes of the tree. */
    private static final long PAUSE_NANOS = 20_000;

    /** Limits of the window, a bit each. */
    private static final int MOST_MIN_X = 1;

    private static final int LEAST_MAX_X = 2;
    private static final int MOST_MIN_Y = 4;
    private static final int LEAST_MAX_Y = 8;

    /** Stands for a number of objects that is not known. */
    private static final long UNSURE = -1;

    private final Host host;
    private final NodeShape shape;
    private final NodeFeed feed;
    private final ReturnedIds returned = new ReturnedIds();
    private final FoundObjects hits = new FoundObjects();
    private final long[] children;
    private final int[] groups;
    private final int[] crossed;
    private double mostMinX;
    private double mostMinY;
    private double leastMaxX;
    private double leastMaxY;
    private boolean within;
    private long known;
    private long left;
    private int position;
    private int tries;
    private long restarts;
    private boolean open;
    private @Nullable SummaryCount summaries;
    private final boolean[] childInside;

    @SuppressWarnings("unused") // Keeps the prefetching loads alive.
    private long prefetched;

    public WindowSearch(Host host, NodeShape shape, NodeFeed feed) {
        this.host = host;
        this.shape = shape;
        this.feed = feed;
        this.children = new long[shape.fanout()];
        this.childInside = new boolean[shape.fanout()];
        this.groups = new int[shape.groups() + Node.SLOTS];
        this.crossed = new int[groups.length];
    }

    /** Has counts read summaries of leaves that lie within the window. */
    public WindowSearch countingBy(SummaryCount by) {
        summaries = by;
        return this;
    }

    /** Starts a search; the borders have been checked. */
    public WindowSearch begin(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        within = relation == Relation.WITHIN;
        boolean contains = relation == Relation.CONTAINS;
        mostMinX = Node.plain(contains ? minX : maxX);
        mostMinY = Node.plain(contains ? minY : maxY);
        leastMaxX = Node.plain(contains ? maxX : minX);
        leastMaxY = Node.plain(contains ? maxY : minY);
        left = limit;
        position = -1;
        hits.size(0);
        returned.clear();
        tries = 0;
        if (limit > 0) {
            known = feed.begin(mostMinX, mostMinY, leastMaxX, leastMaxY);
        }
        open = true; // Last: if the feed throws, the caller gets no cursor to close.
        return this;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        if (left == 0) {
            return false;
        }
        boolean found = ++position < hits.size() || findMore();
        feed.checkLosses();
        if (!found) {
            left = 0;
            feed.end();
            return false;
        }
        left--;
        return true;
    }

    /** Number of the remaining results. Closes the search, also if it fails. */
    public long countAll() {
        long count = 0;
        SummaryCount by = summaries;
        boolean whole = position < 0 && left == Long.MAX_VALUE && !within;
        try {
            long counted = by != null && whole ? countBySummaries(by) : UNSURE;
            if (counted != UNSURE) {
                count = counted;
                left = 0;
            }
            while (left > 0 && findMore()) {
                count += hits.size();
            }
        } catch (RuntimeException | Error e) {
            open = false; // The feed ends what is under way when the next search begins.
            throw e;
        }
        feed.checkLosses();
        close();
        return count;
    }

    /** Counts without comparing ids; or begins again, and returns {@link #UNSURE}. */
    private long countBySummaries(SummaryCount by) {
        long count = by.begin() ? countOnce(by) : UNSURE;
        if (count != UNSURE && by.isStill()) {
            return count;
        }
        RareBranch.COUNTED_BY_IDS.taken();
        hits.size(0);
        known = feed.begin(mostMinX, mostMinY, leastMaxX, leastMaxY);
        return UNSURE;
    }

    private long countOnce(SummaryCount by) {
        long count = 0;
        // Ends as a search does: the pages that are wanted lie further down, or to the right.
        while (true) {
            NodeFeed.Step state = feed.next();
            if (state == NodeFeed.Step.END) {
                if (by.isEmpty()) {
                    return count;
                }
                long some = by.countSome(known, leastMaxX, leastMaxY, mostMinX, mostMinY);
                if (some < 0) {
                    return UNSURE;
                }
                count += some;
                continue;
            }
            NodeView view = feed.view();
            if (state == NodeFeed.Step.STALE || SummaryCount.hasChanged(view, known)) {
                return UNSURE;
            }
            host.work(Host.Work.NODE, 1);
            hits.size(0);
            int number = scan(view, view.level() == Node.LEAF);
            boolean parent = view.level() == Node.LEAF + 1;
            for (int i = number - 1; i >= 0; i--) {
                if (parent && childInside[i]) {
                    by.want(children[i]);
                } else {
                    feed.want(children[i]);
                }
            }
            count += hits.size();
        }
    }

    /** Searches on until something is found; false at the end. */
    private boolean findMore() {
        position = 0;
        hits.size(0);
        while (hits.size() == 0) {
            NodeFeed.Step state = feed.next();
            if (state == NodeFeed.Step.END) {
                return false;
            }
            if (state == NodeFeed.Step.STALE) {
                restart();
            } else {
                look(feed.view());
            }
        }
        return true;
    }

    private void look(NodeView view) {
        host.work(Host.Work.NODE, 1);
        int number = scan(view, view.level() == Node.LEAF);
        if (!feed.confirm()) {
            hits.size(0);
            return;
        }
        if (view.moved() > known) {
            hits.size(0);
            restart();
            return;
        }
        if (view.sequence() > known || view.isSplitting()) {
            RareBranch.RIGHT_PAGE_VISITED.taken();
            returned.mayComeAgain();
            feed.want(view.right());
        }
        for (int i = number - 1; i >= 0; i--) {
            feed.want(children[i]);
        }
        if (hits.size() > 0) {
            keepNew();
        }
    }

    private void keepNew() {
        if (!feed.isStill()) {
            returned.mayComeAgain();
        }
        hits.keepNew(returned);
    }

    /**
     * Compares the groups of a page, then the entries of fitting groups, after prefetching all
     * their lines.
     */
    private int scan(NodeView view, boolean leaf) {
        int fitting = fittingGroups(view);
        MemorySegment memory = view.memory();
        long line = view.base() + shape.firstGroup();
        long any = 0;
        for (int i = 0; i < fitting; i++) {
            any ^= Node.fetch(memory, line + (long) groups[i] * shape.groupBytes());
        }
        prefetched = any;
        int found = 0;
        for (int i = 0; i < fitting; i++) {
            int entries = Math.min(Node.SLOTS, view.count() - groups[i] * Node.SLOTS);
            long first = line + (long) groups[i] * shape.groupBytes();
            int bits = (1 << Math.max(0, entries)) - 1;
            bits &= fittingEntries(memory, first, crossed[i]);
            if (leaf) {
                addHits(memory, first + Long.BYTES, bits);
            } else {
                int before = found;
                found = addChildren(memory, first + 4L * Node.LINE + Long.BYTES, bits, found);
                if (summaries != null) {
                    compareChildren(memory, first + Long.BYTES, bits, before);
                }
            }
        }
        return found;
    }

    /**
     * Compares the entries of a group with the limits that the group crosses. A group whose right
     * border is at most {@code mostMinX} has no entry whose left border is more, and so on.
     */
    private int fittingEntries(MemorySegment memory, long first, int limits) {
        int bits = Node.ALL_SLOTS;
        if ((limits & MOST_MIN_X) != 0) {
            bits &= Node.atMost(memory, first, mostMinX);
        }
        if ((limits & LEAST_MAX_X) != 0) {
            bits &= Node.atLeast(memory, first + Node.LINE, leastMaxX);
        }
        if ((limits & MOST_MIN_Y) != 0) {
            bits &= Node.atMost(memory, first + 2L * Node.LINE, mostMinY);
        }
        if ((limits & LEAST_MAX_Y) != 0) {
            bits &= Node.atLeast(memory, first + 3L * Node.LINE, leastMaxY);
        }
        return bits;
    }

    /** Collects the groups that fit, and the limits that some of their entries may not keep. */
    private int fittingGroups(NodeView view) {
        MemorySegment memory = view.memory();
        int column = shape.summaryBytes();
        long line = view.base() + Node.LINE;
        int fitting = 0;
        for (int group = 0; group < shape.groups(); group += Node.SLOTS) {
            int bits = Node.between(memory, line, line + column, mostMinX, leastMaxX);
            bits &=
                    Node.between(
                            memory, line + 2L * column, line + 3L * column, mostMinY, leastMaxY);
            for (; bits != 0; bits &= bits - 1) {
                int place = Integer.numberOfTrailingZeros(bits);
                long at = line + Long.BYTES + (long) place * Long.BYTES;
                groups[fitting] = group + place;
                crossed[fitting] = crossedBy(memory, at, column);
                fitting += group + place < shape.groups() ? 1 : 0;
            }
            line += Node.LINE;
        }
        return fitting;
    }

    /** The limits that a group crosses, without branches. */
    private int crossedBy(MemorySegment memory, long at, int column) {
        double minX = Node.number(memory, at);
        double maxX = Node.number(memory, at + column);
        double minY = Node.number(memory, at + 2L * column);
        double maxY = Node.number(memory, at + 3L * column);
        return Node.isMore(maxX, mostMinX) * MOST_MIN_X
                | Node.isMore(leastMaxX, minX) * LEAST_MAX_X
                | Node.isMore(maxY, mostMinY) * MOST_MIN_Y
                | Node.isMore(leastMaxY, minY) * LEAST_MAX_Y;
    }

    private int addChildren(MemorySegment memory, long line, int fitting, int before) {
        int found = before;
        for (int bits = fitting; bits != 0; bits &= bits - 1) {
            long at = line + (long) Integer.numberOfTrailingZeros(bits) * Long.BYTES;
            children[found++] = Node.reference(memory, at);
        }
        return found;
    }

    /** Notes of children whether the window holds them, by the left borders of their entries. */
    private void compareChildren(MemorySegment memory, long line, int fitting, int before) {
        int child = before;
        for (int bits = fitting; bits != 0; bits &= bits - 1) {
            long at = line + (long) Integer.numberOfTrailingZeros(bits) * Long.BYTES;
            childInside[child++] =
                    Node.number(memory, at) >= leastMaxX
                            && Node.number(memory, at + Node.LINE) <= mostMinX
                            && Node.number(memory, at + 2L * Node.LINE) >= leastMaxY
                            && Node.number(memory, at + 3L * Node.LINE) <= mostMinY;
        }
    }

    private void addHits(MemorySegment memory, long line, int fitting) {
        for (int bits = fitting; bits != 0; bits &= bits - 1) {
            hit(memory, line + (long) Integer.numberOfTrailingZeros(bits) * Long.BYTES);
        }
    }

    private void hit(MemorySegment memory, long at) {
        double minX = Node.number(memory, at);
        double maxX = Node.number(memory, at + Node.LINE);
        double minY = Node.number(memory, at + 2L * Node.LINE);
        double maxY = Node.number(memory, at + 3L * Node.LINE);
        if (!within
                || (minX >= leastMaxX
                        && minY >= leastMaxY
                        && maxX <= mostMinX
                        && maxY <= mostMinY)) {
            hits.add(Node.reference(memory, at + 4L * Node.LINE), minX, minY, maxX, maxY);
        }
    }

    private void restart() {
        restarts++;
        RareBranch.SEARCH_RESTARTED.taken();
        returned.mayComeAgain();
        if (++tries % RESTARTS_BEFORE_PAUSE == 0) {
            host.sleep(PAUSE_NANOS);
            feed.suspect();
        }
        known = feed.begin(mostMinX, mostMinY, leastMaxX, leastMaxY);
    }

    /** Whether the next object has been found already. */
    public boolean hasFound() {
        return position + 1 < hits.size() && left > 0;
    }

    /** Number of restarts. */
    public long restarts() {
        return restarts;
    }

    public boolean isOpen() {
        return open;
    }

    @Override
    public long id() {
        return hits.id(position);
    }

    @Override
    public double minX() {
        return hits.border(position, 0);
    }

    @Override
    public double minY() {
        return hits.border(position, 1);
    }

    @Override
    public double maxX() {
        return hits.border(position, 2);
    }

    @Override
    public double maxY() {
        return hits.border(position, 3);
    }

    @Override
    public double distance() {
        return 0;
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            feed.end();
        }
    }
}
