package dev.mangrove.index.rtree;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeShape;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;

import java.lang.foreign.MemorySegment;

/**
 * Finds objects by a window. Of each page, the entries that can lead to some are followed; a page
 * that was split since the search began is followed to the right; where entries have left for
 * elsewhere, or a page is no more, the search begins again and returns what it has not yet
 * returned. Used by one thread, again and again.
 */
final class WindowSearch implements SpatialCursor {
    private static final int RESTARTS_BEFORE_PAUSE = 16;
    private static final long PAUSE_NANOS = 20_000;

    private final Host host;
    private final NodeShape shape;
    private final NodeFeed feed;
    private final boolean asPublished;
    private final IdSet seen = new IdSet();
    private final Hits hits = new Hits();
    private final long[] children;
    private double a;
    private double b;
    private double c;
    private double d;
    private boolean within;
    private long known;
    private long left;
    private int position;
    private int tries;
    private long restarts;
    private boolean open;

    WindowSearch(Host host, NodeShape shape, NodeFeed feed, boolean asPublished) {
        this.host = host;
        this.shape = shape;
        this.feed = feed;
        this.asPublished = asPublished;
        this.children = new long[shape.fanout()];
    }

    /** Starts a search; the borders have been checked. */
    WindowSearch begin(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        open = true;
        within = relation == Relation.WITHIN;
        boolean contains = relation == Relation.CONTAINS;
        a = Node.plain(contains ? minX : maxX);
        b = Node.plain(contains ? minY : maxY);
        c = Node.plain(contains ? maxX : minX);
        d = Node.plain(contains ? maxY : minY);
        left = limit;
        position = -1;
        hits.size(0);
        seen.clear();
        tries = 0;
        if (limit > 0) {
            known = feed.begin();
        }
        return this;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed");
        }
        if (left == 0) {
            return false;
        }
        if (++position >= hits.size() && !findMore()) {
            left = 0;
            feed.end();
            return false;
        }
        left--;
        return true;
    }

    /** Number of all that is still to be found. */
    long countAll() {
        long count = 0;
        while (left > 0 && findMore()) {
            count += hits.size();
        }
        close();
        return count;
    }

    /** Searches on until something is found; false at the end. */
    private boolean findMore() {
        position = 0;
        hits.size(0);
        while (hits.size() == 0) {
            int state = feed.next();
            if (state == NodeFeed.END) {
                return false;
            }
            if (state == NodeFeed.STALE) {
                stale();
            } else {
                look(feed.view());
            }
        }
        return true;
    }

    private void stale() {
        if (!asPublished) {
            restart();
        }
    }

    private void look(NodeView view) {
        host.work(Host.Work.NODE, 1);
        int number = view.level() == Node.LEAF ? scanLeaf(view) : scanInner(view);
        if (!feed.confirm()) {
            hits.size(0);
            return;
        }
        if (!asPublished) {
            if (view.moved() > known) {
                hits.size(0);
                restart();
                return;
            }
            if (view.sequence() > known || view.isSplitting()) {
                feed.want(view.right());
            }
        }
        for (int i = number - 1; i >= 0; i--) {
            feed.want(children[i]);
        }
        if (hits.size() > 0) {
            hits.keepNew(seen);
        }
    }

    private int scanInner(NodeView view) {
        MemorySegment memory = view.memory();
        int column = shape.columnBytes();
        long line = view.base() + Node.LINE;
        int found = 0;
        for (int slot = 0; slot < view.count(); slot += Node.SLOTS) {
            int bits = bits(memory, line, column, view.count() - slot);
            for (; bits != 0; bits &= bits - 1) {
                long at = line + Long.BYTES + bit(bits);
                if (fitsByY(memory, at, column)) {
                    children[found++] = Node.reference(memory, at + 4L * column);
                }
            }
            line += Node.LINE;
        }
        return found;
    }

    private int scanLeaf(NodeView view) {
        MemorySegment memory = view.memory();
        int column = shape.columnBytes();
        long line = view.base() + Node.LINE;
        for (int slot = 0; slot < view.count(); slot += Node.SLOTS) {
            int bits = bits(memory, line, column, view.count() - slot);
            for (; bits != 0; bits &= bits - 1) {
                if (fitsByY(memory, line + Long.BYTES + bit(bits), column)) {
                    hit(view, slot + Integer.numberOfTrailingZeros(bits));
                }
            }
            line += Node.LINE;
        }
        return 0;
    }

    private static long bit(int bits) {
        return (long) Integer.numberOfTrailingZeros(bits) * Long.BYTES;
    }

    private boolean fitsByY(MemorySegment memory, long at, int column) {
        return Node.isBetween(memory, at + 2L * column, at + 3L * column, b, d);
    }

    private int bits(MemorySegment memory, long line, int column, int entries) {
        int bits = Node.between(memory, line, line + column, a, c);
        return entries < Node.SLOTS ? bits & ((1 << entries) - 1) : bits;
    }

    private void hit(NodeView view, int slot) {
        double minX = view.minX(slot);
        double minY = view.minY(slot);
        double maxX = view.maxX(slot);
        double maxY = view.maxY(slot);
        if (!within || (minX >= c && minY >= d && maxX <= a && maxY <= b)) {
            hits.add(view.reference(slot), minX, minY, maxX, maxY);
        }
    }

    private void restart() {
        restarts++;
        if (++tries % RESTARTS_BEFORE_PAUSE == 0) {
            host.sleep(PAUSE_NANOS);
            feed.suspect();
        }
        known = feed.begin();
    }

    /** Searches that began again so far. */
    long restarts() {
        return restarts;
    }

    boolean isOpen() {
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
