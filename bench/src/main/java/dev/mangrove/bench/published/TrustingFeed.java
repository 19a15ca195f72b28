package dev.mangrove.bench.published;

import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.search.NodeFeed;

/**
 * Catfish, section 3.2: a page's version detects a change of that page during a READ, and nothing
 * detects a change between two READs. So a search uses a parent that it read before a split. The
 * search skips pages that are no longer part of the tree and ignores the pages' sequence numbers,
 * so that it misses objects that have moved in the meantime.
 *
 * <p>The paper does not describe a search that meets a split. From a page whose split is not
 * finished, this one continues to its right sibling.
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
    public Step next() {
        Step state = feed.next();
        while (state == Step.STALE) {
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
