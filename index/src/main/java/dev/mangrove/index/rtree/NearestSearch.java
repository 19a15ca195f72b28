package dev.mangrove.index.rtree;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.spatial.SpatialCursor;

/**
 * Finds objects by their distance from a point: always looks next at the page, or returns the
 * object, that is nearest. A page is looked at before anything further away is returned, so if
 * entries have left it and the search begins again, what it then finds is not nearer than what it
 * has returned, unless it was moved there meanwhile. Used by one thread, again and again.
 */
final class NearestSearch implements SpatialCursor {
    private static final int RESTARTS_BEFORE_PAUSE = 16;
    private static final long PAUSE_NANOS = 20_000;
    private static final double ALWAYS = -1;

    private final Host host;
    private final NodeFeed feed;
    private final boolean asPublished;
    private final NearestQueue queue = new NearestQueue();
    private final IdSet seen = new IdSet();
    private double x;
    private double y;
    private long known;
    private long left;
    private int current;
    private int tries;
    private long restarts;
    private boolean open;

    NearestSearch(Host host, NodeFeed feed, boolean asPublished) {
        this.host = host;
        this.feed = feed;
        this.asPublished = asPublished;
    }

    /** Starts a search; the coordinates have been checked. */
    NearestSearch begin(double fromX, double fromY, long k) {
        open = true;
        x = fromX;
        y = fromY;
        left = k;
        tries = 0;
        seen.clear();
        queue.clear();
        if (k > 0) {
            known = feed.begin();
            settleWanted();
        }
        return this;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed");
        }
        while (left > 0) {
            if (queue.isEmpty()) {
                left = 0;
                return false;
            }
            current = queue.poll();
            if (!queue.isObject(current)) {
                feed.want(queue.reference(current));
                settleWanted();
            } else if (seen.add(queue.reference(current))) {
                left--;
                return true;
            }
        }
        return false;
    }

    /** Looks at the pages that are wanted, mostly one. */
    private void settleWanted() {
        for (int state = feed.next(); state != NodeFeed.END; state = feed.next()) {
            if (state == NodeFeed.PAGE) {
                look(feed.view());
            } else if (!asPublished) {
                restart();
            }
        }
    }

    private void look(NodeView view) {
        host.work(Host.Work.NODE, 1);
        int before = queue.size();
        boolean leaf = view.level() == Node.LEAF;
        for (int slot = 0; slot < view.count(); slot++) {
            double minX = view.minX(slot);
            double minY = view.minY(slot);
            double maxX = view.maxX(slot);
            double maxY = view.maxY(slot);
            double distance = distance(minX, minY, maxX, maxY);
            queue.append(distance, view.reference(slot), leaf, minX, minY, maxX, maxY);
        }
        if (!feed.confirm()) {
            queue.size(before);
            return;
        }
        if (!asPublished) {
            if (view.moved() > known) {
                queue.size(before);
                restart();
                return;
            }
            if ((view.sequence() > known || view.isSplitting())
                    && view.right() != PagePointer.NULL) {
                queue.append(ALWAYS, view.right(), false, 0, 0, 0, 0);
            }
        }
        queue.settle(before);
    }

    private void restart() {
        restarts++;
        if (++tries % RESTARTS_BEFORE_PAUSE == 0) {
            host.sleep(PAUSE_NANOS);
            feed.suspect();
        }
        queue.clear();
        known = feed.begin();
    }

    private double distance(double minX, double minY, double maxX, double maxY) {
        double dx = Math.max(0, Math.max(minX - x, x - maxX));
        double dy = Math.max(0, Math.max(minY - y, y - maxY));
        return Math.sqrt(dx * dx + dy * dy);
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
        return queue.reference(current);
    }

    @Override
    public double minX() {
        return queue.border(current, 0);
    }

    @Override
    public double minY() {
        return queue.border(current, 1);
    }

    @Override
    public double maxX() {
        return queue.border(current, 2);
    }

    @Override
    public double maxY() {
        return queue.border(current, 3);
    }

    @Override
    public double distance() {
        return queue.distance(current);
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            feed.end();
        }
    }
}
