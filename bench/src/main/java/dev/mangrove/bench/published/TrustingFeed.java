package dev.mangrove.bench.published;

import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.search.NodeFeed;

/**
 * Catfish, section 4.2: pages for a search that trusts a parent which it read before a split. The
 * search passes over pages that are no more, and takes no number in a page for news, so it misses
 * objects that have moved meanwhile.
 *
 * <p>Not as published: a page that is being split while the search reads it leads on to its right
 * neighbour.
 */
public final class TrustingFeed extends NodeFeed {
    private final NodeFeed feed;

    /** Takes its pages from a feed of this project. */
    public TrustingFeed(NodeFeed feed) {
        this.feed = feed;
    }

    @Override
    public long begin() {
        feed.begin();
        return Long.MAX_VALUE;
    }

    @Override
    public long begin(double mostMinX, double mostMinY, double leastMaxX, double leastMaxY) {
        feed.begin(mostMinX, mostMinY, leastMaxX, leastMaxY);
        return Long.MAX_VALUE;
    }

    @Override
    public void want(long pointer) {
        feed.want(pointer);
    }

    @Override
    public int next() {
        int state = feed.next();
        while (state == STALE) {
            state = feed.next();
        }
        return state;
    }

    @Override
    public NodeView view() {
        return feed.view();
    }

    @Override
    public boolean confirm() {
        return feed.confirm();
    }

    @Override
    public void end() {
        feed.end();
    }

    @Override
    public void suspect() {
        feed.suspect();
    }

    @Override
    public long pages() {
        return feed.pages();
    }
}
