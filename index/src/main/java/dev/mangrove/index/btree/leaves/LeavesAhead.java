package dev.mangrove.index.btree.leaves;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.UpperLevels;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.RangeQuery.Projection;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

/**
 * Reads leaves by verbs before a scan asks for them, several in one round trip. Leaves in place
 * need no round trip, see {@link LeafPrefetch}.
 *
 * <p>An inner page or a head node names the leaves; names may be stale. The scan uses a leaf only
 * if it covers the key that comes next, and finds that key's leaf itself if none does. The names of
 * one inner page are used up before the next inner page is asked for: from a copy if there is one,
 * else by a head node, else by a descent.
 */
final class LeavesAhead {
    /** Chosen: as many leaves as a head node lists by default. */
    private static final int MOST = 16;

    private final LeafLevel leaves;
    private final UpperLevels upper;
    private final Pages pages;
    private final PageView head;
    private final PageView[] views = new PageView[MOST];
    private final long[] pointers = new long[MOST];
    private final EntryBuffer names;
    private final KeyOrder order;
    private RangeQuery query = RangeQuery.all();

    /** Views that have been read and not used: from {@code nextView} to {@code viewCount}. */
    private int nextView;

    private int viewCount;

    /** Index of the next name in the direction of the scan whose leaf has not been read. */
    private int nextName;

    /** Leaves that the next READ of a range without bounds may read. */
    private int window;

    /** Leaves to pass before names are asked for again, and how many after the next failure. */
    private int pause;

    private int nextPause;
    private boolean started;
    private long lastLeaf;
    private long lastHead;

    /** Whether the leaf that was used last is a copy; leaves of one index mostly are alike. */
    private boolean copies;

    LeavesAhead(LeafLevel leaves) {
        this.leaves = leaves;
        this.upper = leaves.upper();
        this.pages = leaves.pages();
        this.order = pages.order();
        this.names = pages.newEntries(MOST);
        this.head = pages.newView();
        for (int i = 0; i < MOST; i++) {
            views[i] = pages.newView();
        }
    }

    /** Forgets the leaves of the query before. */
    void begin(RangeQuery range) {
        query = range;
        nextView = 0;
        viewCount = 0;
        names.size(0);
        nextName = 0;
        window = 1;
        started = false;
        pause = 0;
        nextPause = 1;
        lastLeaf = PagePointer.NULL;
        lastHead = PagePointer.NULL;
    }

    /** Notes the leaf that the scan has used. */
    void used(PageView leaf, long headOfLeaf) {
        started = true;
        copies = leaf.isCopy();
        lastLeaf = leaf.pointer();
        lastHead = headOfLeaf;
    }

    /**
     * The leaf that covers a key, if it has been read or is named; null otherwise, and in place.
     *
     * @param left entries that the query may still return
     */
    @Nullable PageView find(long key, long left) {
        if (!copies) {
            return null;
        }
        PageView found = among(key);
        if (found == null && !hasLater(key) && read(key, most(left))) {
            found = among(key);
            if (found != null) {
                nextPause = 1;
            } else if (!hasLater(key)) {
                missed(key);
            }
        }
        return found;
    }

    private @Nullable PageView among(long key) {
        for (int i = nextView; i < viewCount; i++) {
            if (covers(views[i], key)) {
                nextView = i + 1;
                return views[i];
            }
        }
        return null;
    }

    private static boolean covers(PageView leaf, long key) {
        return leaf.relate(Page.LEAF, key) == PageMatch.HERE;
    }

    /** Whether a leaf has been read that the scan reaches after the key. */
    private boolean hasLater(long key) {
        PageMatch later = query.descending() ? PageMatch.RIGHT : PageMatch.LEFT;
        for (int i = nextView; i < viewCount; i++) {
            if (views[i].relate(Page.LEAF, key) == later) {
                return true;
            }
        }
        return false;
    }

    /**
     * The names were of no use. A copy that gave them is old. If the parent itself does not name
     * the leaf, because a separator is missing, it may take long until it does.
     */
    private void missed(long key) {
        if (upper.namesWithoutReading(key)) {
            upper.forget(key);
        }
        pause = nextPause;
        nextPause = Math.min(MOST, 2 * nextPause);
    }

    /**
     * Leaves to read at once: no more than the query needs if leaves are half full. A caller that
     * gave no bounds may stop at any entry, so the number starts at one and doubles.
     */
    private int most(long left) {
        long needed = 1 + left / Math.max(1, leaves.inserter().fanout() / 2);
        int most = (int) Math.min(MOST, needed);
        if (!isOpenEnded()) {
            return most;
        }
        most = Math.min(most, window);
        window = Math.min(MOST, 2 * window);
        return most;
    }

    private boolean isOpenEnded() {
        return query.limit() == Long.MAX_VALUE
                && (query.descending()
                        ? query.from() == KeyOrder.LEAST
                        : query.to() == KeyOrder.GREATEST);
    }

    /** Reads up to {@code most} leaves from that of a key on; false if it reads none. */
    private boolean read(long key, int most) {
        nextView = 0;
        viewCount = 0;
        if (most < 2) {
            return false; // The scan reads a single leaf itself.
        }
        int first = unreadName(key);
        if (first < 0 && ask(key)) {
            first = unreadName(key);
        }
        if (first < 0) {
            return false;
        }
        int step = query.descending() ? -1 : 1;
        int name = first;
        do {
            pointers[viewCount++] = names.value(name);
            name += step;
        } while (viewCount < most && isWanted(name));
        nextName = name;
        if (query.projection() == Projection.KEYS) {
            pages.openKeys(pointers, views, viewCount);
        } else {
            pages.openAll(pointers, views, viewCount);
        }
        pages.host().work(Host.Work.NODE, viewCount);
        return true;
    }

    /** Whether there is a name, and its leaf has keys of the range, as far as names tell. */
    private boolean isWanted(int name) {
        if (name < 0 || name >= names.size()) {
            return false;
        }
        return query.descending()
                ? order.isLess(query.from(), names.key(name + 1))
                : !order.isLess(query.to(), names.key(name));
    }

    /**
     * Index of the name to go on with at a key; negative if there is none. A name that was read
     * before led to a leaf that does not cover the key.
     */
    private int unreadName(long key) {
        int floor = names.lowerBound(key);
        if (floor == names.size() || !order.isSame(names.key(floor), key)) {
            floor--;
        }
        if (query.descending()) {
            return floor <= nextName ? floor : -1;
        }
        int name = Math.max(floor, nextName);
        return isWanted(name) ? name : -1;
    }

    /** Gets new names; whether one of them is of use. */
    private boolean ask(long key) {
        if (pause > 0) {
            pause--;
            return false;
        }
        boolean known = upper.namesWithoutReading(key);
        boolean byHead = !known && lastHead != PagePointer.NULL && !query.descending();
        if (!known && !started) {
            return false;
        }
        names.size(0);
        if (byHead) {
            readHead(key);
        } else {
            upper.leavesNear(key, names);
        }
        nextName = query.descending() ? names.size() - 1 : 0;
        dropLastLeaf(key);
        boolean useful = unreadName(key) >= 0;
        if (!useful) {
            missed(key);
        }
        return useful;
    }

    /** The leaf used last does not cover the key, even if its parent does not know that yet. */
    private void dropLastLeaf(long key) {
        int name = unreadName(key);
        if (name >= 0 && names.value(name) == lastLeaf) {
            nextName = name + (query.descending() ? -1 : 1);
        }
    }

    private void readHead(long key) {
        pages.open(lastHead, head);
        if (head.relate(Page.HEAD_NODE, head.low()) != PageMatch.HERE
                || !head.collect(key, KeyOrder.GREATEST, names)) {
            names.size(0);
        }
        names.sort(0);
    }
}
