package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.Channel;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.rtree.page.NodeShape;
import dev.mangrove.index.rtree.page.NodeState;
import dev.mangrove.index.rtree.page.NodeView;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * What a {@link WindowSearch} by verbs needs to count without the entries of leaves that lie within
 * the window.
 *
 * <pre>
 * 1. the search begins: no entry is leaving its page, by the anchor's counts
 * 2. it reads inner pages, and leaves that their parent's entry does not place within the window
 * 3. it reads the summaries of the others; a leaf whose own bounds are within the window adds its
 *    number of entries, any other one is read as a whole
 * 4. no entry has begun to leave its page since, by the anchor
 * </pre>
 *
 * Ids are not compared, so each object must be found once: by 1 and 4 no entry was in two pages,
 * splits aside, and a page that has split since the search began, has moved entries or is dead ends
 * the attempt. The search then counts by ids, as it does if 1 or 4 fails. The parent's entry is a
 * hint: the leaf may have grown since, so its own bounds decide.
 */
public final class SummaryCount {
    /**
     * Leaves from which on their summaries pay: below, one more round trip costs more than the rest
     * of the pages. Chosen: 16 pages of 24 entries are 25 KB, some 20 µs over TCP.
     */
    private static final int LARGEST_LEAST = 16;

    private static final int FIRST_CAPACITY = 64;

    private final CopiedFeed feed;
    private final Supplier<LeafSummaries> maker;
    private final int least;
    private @Nullable LeafSummaries summaries;
    private long[] wanted = new long[FIRST_CAPACITY];
    private int size;

    /**
     * For searches by a feed.
     *
     * @param pagesAtOnce pages of one round trip of the feed; more leaves than these take several,
     *     and their summaries one
     */
    public SummaryCount(
            CopiedFeed feed, Channel channel, NodeShape shape, int tag, int pagesAtOnce) {
        this.feed = feed;
        this.least = Math.min(pagesAtOnce + 1, LARGEST_LEAST);
        this.maker = () -> new LeafSummaries(channel, shape, tag);
    }

    /** Begins an attempt; false if an entry is leaving its page. */
    boolean begin() {
        size = 0;
        return feed.beganStill();
    }

    /** Wants a leaf that its parent's entry places within the window. */
    void want(long leaf) {
        if (size == wanted.length) {
            wanted = Arrays.copyOf(wanted, 2 * size);
        }
        wanted[size++] = leaf;
    }

    /** Whether no leaf is wanted. */
    boolean isEmpty() {
        return size == 0;
    }

    /**
     * Counts wanted leaves that the window holds, and wants the others of the feed; all of them if
     * they are few.
     *
     * @return number of entries; negative if an entry may be in two pages
     */
    long countSome(long known, double minX, double minY, double maxX, double maxY) {
        if (size < least) {
            for (int i = 0; i < size; i++) {
                feed.want(wanted[i]);
            }
            size = 0;
            return 0;
        }
        RareBranch.SUMMARIES_READ.taken();
        LeafSummaries read = summaries();
        int rows = Math.min(size, LeafSummaries.MOST);
        size -= rows;
        read.read(wanted, size, rows);
        feed.countPages(rows);
        long count = 0;
        for (int row = 0; row < rows; row++) {
            NodeState state = read.look(row);
            NodeView leaf = read.view();
            if (state == NodeState.STALE || (state == NodeState.GOOD && hasChanged(leaf, known))) {
                return -1;
            }
            if (state == NodeState.GOOD && read.isWithin(minX, minY, maxX, maxY)) {
                count += leaf.count();
            } else {
                feed.want(wanted[size + row]);
            }
        }
        return count;
    }

    private LeafSummaries summaries() {
        LeafSummaries made = summaries;
        if (made == null) {
            made = maker.get();
            summaries = made;
        }
        return made;
    }

    /** Whether entries of a page may have gone to another since a search began. */
    static boolean hasChanged(NodeView page, long known) {
        return page.moved() > known || page.sequence() > known || page.isSplitting();
    }

    /** Whether no entry has begun to leave its page since {@link #begin}. */
    boolean isStill() {
        return feed.isStillAgain();
    }
}
