package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.geometry.DistanceRank;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeShape;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.spatial.SpatialCursor;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Finds objects by their distance from a point, best first: the nearest element is either a page,
 * which the search reads, or an object, which it returns. A queue holds the pages, and the objects
 * if many are wanted; else {@link NearestObjects} holds these. The search reads a page before it
 * returns anything further away. So if entries have moved out of the page and the search starts
 * again, the objects it then finds are not nearer than those it has returned, unless they were
 * moved there meanwhile. Distances are kept as {@link DistanceRank}. Reusable, by one thread.
 */
public final class NearestSearch implements SpatialCursor {
    /** As in {@link WindowSearch}. */
    private static final int RESTARTS_BEFORE_PAUSE = 16;

    /** Chosen: as long as a few changes of the tree. */
    private static final long PAUSE_NANOS = 20_000;

    private final Host host;
    private final NodeFeed feed;
    private final NodeShape shape;
    private final NearestQueue queue = new NearestQueue();
    private final NearestObjects nearest = new NearestObjects();
    private final Postponed postponed = new Postponed();
    private final EntryBlock near = new EntryBlock();
    private final double[] distances;
    private final long[] children;
    private int number;
    private final IdSet seen = new IdSet();
    private double x;
    private double y;
    private long known;
    private long wanted;
    private long left;
    private int current = Node.NONE;
    private boolean listed;
    private int tries;
    private long restarts;
    private boolean open;

    public NearestSearch(Host host, NodeShape shape, NodeFeed feed) {
        this.host = host;
        this.shape = shape;
        this.distances = new double[shape.fanout()];
        this.children = new long[shape.fanout()];
        this.feed = feed;
    }

    /** Starts a search; the coordinates have been checked. */
    public NearestSearch begin(double fromX, double fromY, long k) {
        x = fromX;
        y = fromY;
        left = k;
        tries = 0;
        seen.clear();
        queue.clear();
        postponed.clear();
        current = Node.NONE;
        wanted = k;
        nearest.begin(k);
        if (k > 0) {
            known = feed.begin();
            settleWanted();
        }
        open = true; // Last: if the feed throws, the caller gets no cursor to close.
        return this;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        while (left > 0) {
            release();
            if (nearest.hasNext() && !queue.hasWithin(nearest.nextDistance())) {
                nearest.take();
                listed = true;
            } else if (queue.isEmpty()) {
                feed.checkLosses();
                left = 0;
                return false;
            } else {
                current = queue.poll();
                listed = false;
                if (!queue.isObject(current)) {
                    feed.want(queue.reference(current));
                    settleWanted();
                    continue;
                }
            }
            if (seen.add(id())) {
                feed.checkLosses();
                left--;
                return true;
            }
        }
        return false;
    }

    private void release() {
        if (current != Node.NONE) {
            queue.release(current);
            current = Node.NONE;
        }
    }

    /** Reads the wanted pages, usually one. */
    private void settleWanted() {
        for (NodeFeed.Step state = feed.next(); state != NodeFeed.Step.END; state = feed.next()) {
            if (state == NodeFeed.Step.PAGE) {
                look(feed.view());
            } else {
                restart();
            }
        }
        addPostponed();
    }

    private void look(NodeView view) {
        host.work(Host.Work.NODE, 1);
        near.clear();
        number = 0;
        collect(view, view.level() == Node.LEAF);
        if (!feed.confirm()) {
            return;
        }
        if (view.moved() > known) {
            restart();
            return;
        }
        if ((view.sequence() > known || view.isSplitting()) && view.right() != PagePointer.NULL) {
            queue.addPage(DistanceRank.NONE, view.right());
        }
        if (view.level() == Node.LEAF) {
            addObjects();
            addPostponed();
        } else if (nearest.bound() == Double.POSITIVE_INFINITY) {
            hurryOn();
        } else {
            for (int i = 0; i < number; i++) {
                queue.addPage(distances[i], children[i]);
            }
        }
    }

    /**
     * While there is no bound, reads the nearest child of a page at once, and queues the other
     * children only after a leaf was read: by then most are out of bound.
     */
    private void hurryOn() {
        int first = 0;
        for (int i = 0; i < number; i++) {
            if (distances[i] < distances[first]) {
                first = i;
            }
        }
        for (int i = 0; i < number; i++) {
            if (i != first) {
                postponed.add(distances[i], children[i]);
            }
        }
        if (number > 0) {
            feed.want(children[first]);
        }
    }

    private void addPostponed() {
        double enough = nearest.bound();
        for (int i = 0; i < postponed.size(); i++) {
            if (postponed.distance(i) <= enough) {
                queue.addPage(postponed.distance(i), postponed.reference(i));
            }
        }
        postponed.clear();
    }

    /** Collects the entries of a page within the bound, group by group. */
    private void collect(NodeView view, boolean leaf) {
        MemorySegment memory = view.memory();
        double enough = nearest.bound();
        for (int group = 0; group * Node.SLOTS < view.count(); group++) {
            if (distance(memory, view.base() + shape.group(group), shape.summaryBytes())
                    <= enough) {
                int first = group * Node.SLOTS;
                int end = Math.min(view.count(), first + Node.SLOTS);
                if (leaf) {
                    collectObjects(view, first, end, enough);
                } else {
                    collectChildren(view, first, end, enough);
                }
            }
        }
    }

    private void collectChildren(NodeView view, int from, int end, double enough) {
        MemorySegment memory = view.memory();
        long at = view.base() + shape.slot(from);
        for (int slot = from; slot < end; slot++) {
            double distance = distance(memory, at, Node.LINE);
            if (distance <= enough) {
                distances[number] = distance;
                children[number++] = Node.reference(memory, at + 4L * Node.LINE);
            }
            at += Long.BYTES;
        }
    }

    private void collectObjects(NodeView view, int from, int end, double enough) {
        MemorySegment memory = view.memory();
        long at = view.base() + shape.slot(from);
        for (int slot = from; slot < end; slot++) {
            double distance = distance(memory, at, Node.LINE);
            if (distance <= enough) {
                distances[near.size()] = distance;
                near.add(
                        Node.number(memory, at),
                        Node.number(memory, at + 2L * Node.LINE),
                        Node.number(memory, at + Node.LINE),
                        Node.number(memory, at + 3L * Node.LINE),
                        Node.reference(memory, at + 4L * Node.LINE),
                        0);
            }
            at += Long.BYTES;
        }
    }

    private void addObjects() {
        if (wanted <= NearestObjects.MOST) {
            for (int i = 0; i < near.size(); i++) {
                nearest.offer(near, i, distances[i]);
            }
            return;
        }
        for (int i = 0; i < near.size(); i++) {
            queue.addObject(
                    distances[i],
                    near.reference(i),
                    near.minX(i),
                    near.minY(i),
                    near.maxX(i),
                    near.maxY(i));
        }
    }

    private void restart() {
        restarts++;
        if (++tries % RESTARTS_BEFORE_PAUSE == 0) {
            host.sleep(PAUSE_NANOS);
            feed.suspect();
        }
        queue.clear();
        postponed.clear();
        current = Node.NONE;
        nearest.begin(wanted);
        known = feed.begin();
    }

    /** The rank of the distance of a rectangle, whose borders are a column apart. */
    private double distance(MemorySegment memory, long at, int column) {
        return DistanceRank.of(
                x,
                y,
                Node.number(memory, at),
                Node.number(memory, at + column),
                Node.number(memory, at + 2L * column),
                Node.number(memory, at + 3L * column));
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
        return listed ? nearest.id() : queue.reference(current);
    }

    @Override
    public double minX() {
        return border(0);
    }

    @Override
    public double minY() {
        return border(1);
    }

    @Override
    public double maxX() {
        return border(2);
    }

    @Override
    public double maxY() {
        return border(3);
    }

    private double border(int side) {
        return listed ? nearest.border(side) : queue.border(current, side);
    }

    @Override
    public double distance() {
        return DistanceRank.distance(listed ? nearest.distance() : queue.distance(current));
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            feed.end();
        }
    }

    /** Children that are not queued yet, with their distances. */
    private static final class Postponed {
        private static final int FIRST_CAPACITY = 256;

        private double[] distances = new double[FIRST_CAPACITY];
        private long[] references = new long[FIRST_CAPACITY];
        private int size;

        void add(double distance, long reference) {
            if (size == references.length) {
                distances = Arrays.copyOf(distances, 2 * size);
                references = Arrays.copyOf(references, 2 * size);
            }
            distances[size] = distance;
            references[size++] = reference;
        }

        double distance(int i) {
            return distances[i];
        }

        long reference(int i) {
            return references[i];
        }

        int size() {
            return size;
        }

        void clear() {
            size = 0;
        }
    }
}
