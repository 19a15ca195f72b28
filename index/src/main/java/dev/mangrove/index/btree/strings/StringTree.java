package dev.mangrove.index.btree.strings;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.keeper.LeafKeeper;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.btree.level.TreeReplacement;
import dev.mangrove.index.btree.partition.Meganodes;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryChange;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.strings.KeyArena;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.index.page.strings.StringPageView;
import dev.mangrove.index.probe.RareBranch;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * One thread's access to a tree whose keys are byte strings. The value of a key is a word and what
 * it means, see {@link StringValue}.
 */
public final class StringTree {
    /** Keys that are looked up at the same time: one bit of a word each. */
    public static final int MOST_AT_ONCE = Long.SIZE;

    private final Pages pages;
    private final KeyArena keys;
    private final Root root;
    private final LeafLevel leaves;
    private final LeafScan scan;
    private @Nullable LeafKeeper keeper;
    private final StringPageView view;
    private final StringPageView partnerView;
    private final Retries retries;
    private final InnerLevels inner;
    private final EntryChange change;
    private final long[] tokens = new long[MOST_AT_ONCE];
    private final long[] found = new long[MOST_AT_ONCE];
    private final PageView[] views = new PageView[MOST_AT_ONCE];
    private final StringChanges changes;
    private final boolean byServers;

    /** Takes the entries of a scan. */
    @FunctionalInterface
    public interface Sink {
        /** Takes an entry; the value is valid during the call. */
        void add(byte[] key, StringValue value);
    }

    /**
     * Creates access to a tree.
     *
     * @param pages of the given format
     * @param format of this thread
     * @param fanout most entries of a page
     * @param cache for copies of inner pages, see {@link NodeCache#ofStrings}
     */
    public StringTree(Pages pages, StringFormat format, Root root, int fanout, NodeCache cache) {
        Merger merger = new Merger(pages, fanout);
        this(
                pages,
                format,
                root,
                merger,
                new InnerLevels(pages, root, fanout, cache, merger, true, null),
                fanout,
                null);
    }

    /**
     * Creates access to a tree of meganodes, whose pages only servers change.
     *
     * @param pages of the given format
     * @param format of this thread
     * @param fanout most entries of a page
     */
    public StringTree(SessionPages pages, StringFormat format, Meganodes meganodes, int fanout) {
        this(
                pages,
                format,
                meganodes.root(),
                new Merger(pages, fanout),
                meganodes.inner(),
                fanout,
                leaves -> new MeganodeChanges(meganodes, pages, leaves, format.change()));
    }

    private StringTree(
            Pages pages,
            StringFormat format,
            Root root,
            Merger merger,
            InnerLevels inner,
            int fanout,
            @Nullable Function<LeafLevel, StringChanges> changesByServers) {
        assert pages.format() == format : "pages of another format";
        this.pages = pages;
        this.keys = format.keys();
        this.root = root;
        this.inner = inner;
        this.leaves = new LeafLevel(pages, inner, fanout, merger);
        this.scan = new LeafScan(leaves);
        this.view = format.newView();
        this.partnerView = format.newView();
        this.retries = new Retries(pages.host());
        this.change = format.change();
        this.byServers = changesByServers != null;
        this.changes =
                changesByServers == null
                        ? new LeafChanges(pages, inner, leaves)
                        : changesByServers.apply(leaves);
    }

    /** Has changes take expired entries for absent. */
    public void expiry(ExpiryJudge judge) {
        changes.expiry(judge);
    }

    /** Whether only servers change the pages, on request. */
    public boolean isChangedByServers() {
        return byServers;
    }

    /** Creates the first pages of a tree; returns the pointer to its root. */
    public static long plant(Pages pages) {
        PageImage image = pages.newImage();
        return InnerLevels.plant(pages, image, LeafLevel.plant(pages, image));
    }

    /** Creates the first pages of a tree; of several clients that try, one succeeds. */
    public static void plant(Pages pages, Root root) {
        PageImage image = pages.newImage();
        long leaf = LeafLevel.plant(pages, image);
        long inner = InnerLevels.plant(pages, image, leaf);
        if (!root.swap(PagePointer.NULL, inner)) {
            pages.putBack(inner);
            pages.putBack(leaf);
        }
    }

    /** Whether a key is present; if so, {@code into} becomes its value. */
    public boolean get(byte[] key, StringValue into) {
        int mark = keys.mark();
        try {
            return get(keys.add(key), into);
        } finally {
            keys.release(mark);
        }
    }

    private boolean get(long key, StringValue into) {
        // Ends: retries limits the looks.
        for (int looks = 1; ; looks++) {
            leaves.open(key, view);
            int slot = view.find(key);
            boolean there = slot != Page.NONE;
            if (there) {
                into.kind = view.kind(slot);
                into.word = view.value(slot);
            }
            if (view.isValid()) {
                return there;
            }
            RareBranch.GET_REPEATED.taken();
            retries.check(looks, view.pointer());
        }
    }

    /**
     * Looks up several keys, whose leaves are read at the same time.
     *
     * @param first position of the first key
     * @param count at most {@link #MOST_AT_ONCE}
     * @param into the first ones become the values of keys that are present
     * @return the keys that are present, a bit each
     */
    public long getAll(byte[][] searched, int first, int count, StringValue[] into) {
        int mark = keys.mark();
        try {
            for (int i = 0; i < count; i++) {
                tokens[i] = keys.add(searched[first + i]);
                found[i] = inner.leafFor(tokens[i]);
                views[i] = views[i] == null ? pages.newView() : views[i];
            }
            pages.openAll(found, views, count);
            long present = 0;
            for (int i = 0; i < count; i++) {
                present |= (get(i, into[i]) ? 1L : 0) << i;
            }
            return present;
        } finally {
            keys.release(mark);
        }
    }

    /** Looks a key up in the leaf that was read for it, or on its own if that is not the one. */
    private boolean get(int i, StringValue into) {
        StringPageView leaf = (StringPageView) views[i];
        if (leaf.relate(Page.LEAF, tokens[i]) == PageMatch.HERE) {
            int slot = leaf.find(tokens[i]);
            if (slot != Page.NONE) {
                into.kind = leaf.kind(slot);
                into.word = leaf.value(slot);
            }
            if (leaf.isValid()) {
                return slot != Page.NONE;
            }
        }
        return get(tokens[i], into);
    }

    /**
     * Changes a key; whether the change's condition was met.
     *
     * @param value to store
     * @param expected value that the condition is about
     */
    public boolean change(Change how, byte[] key, StringValue value, StringValue expected) {
        int mark = keys.mark();
        change.reset();
        try {
            long token = KeyArena.withKinds(keys.add(key), value.kind, expected.kind);
            return changes.change(how, token, value.word, expected.word);
        } finally {
            keys.release(mark);
        }
    }

    /**
     * Removes a key if its value expires and has this word, expired or not; whether it did. No two
     * such values have the same word, so one that a client has renewed is not removed.
     */
    public boolean remove(byte[] key, long word) {
        int mark = keys.mark();
        change.reset();
        try {
            return changes.remove(keys.add(key), word);
        } finally {
            keys.release(mark);
        }
    }

    /** Whether the last change has found the key with a value that expires, or has expired. */
    public boolean hasMetExpiring() {
        return changes.hasMetExpiring();
    }

    /** Creates a batch of changes of this tree, whose pages are those of a session. */
    public StringBatch newBatch(SessionPages ofSession) {
        assert ofSession == pages : "other pages";
        return new StringBatch(leaves, ofSession, keys, change);
    }

    /** Whether the last change has replaced or removed a value, which then is {@code into}. */
    public boolean replaced(StringValue into) {
        if (change.kind() == EntryChange.NONE) {
            return false;
        }
        into.set(change.kind(), change.word());
        return true;
    }

    /** Whether the last change may have changed a page, also if it has failed. */
    public boolean hasEdited() {
        return change.isEdited();
    }

    /** The leaf in which a search for a key starts. */
    public long leafFor(byte[] key) {
        int mark = keys.mark();
        try {
            return inner.leafFor(keys.add(key));
        } finally {
            keys.release(mark);
        }
    }

    /** Drops all copies of inner pages, and goes without them from now on. */
    public void goUncached() {
        changes.goUncached();
    }

    /**
     * Names all extents of all pages, level by level. An extent that is in a page throughout is
     * named, whatever other clients change meanwhile: the lower bound of a page never changes, so
     * each page that is there throughout covers it, and is visited.
     */
    public void extents(LongConsumer into) {
        int mark = keys.mark();
        try {
            for (int level = rootLevel(); level >= Page.LEAF; level--) {
                extents(level, into);
            }
        } finally {
            keys.release(mark);
        }
    }

    private int rootLevel() {
        // Ends: retries limits the looks.
        for (int looks = 1; ; looks++) {
            pages.open(root.refresh(), view);
            int level = view.level();
            if (view.isValid()) {
                return level;
            }
            retries.check(looks, view.pointer());
        }
    }

    private void extents(int level, LongConsumer into) {
        long key = KeyOrder.LEAST;
        int mark = keys.mark();
        boolean more = true;
        int looks = 0;
        List<Long> seen = new ArrayList<>();
        // Ends: a valid look leads to a page of larger keys, and retries limits the others.
        while (more) {
            seen.clear();
            retries.check(++looks, view.pointer());
            if (!open(level, key)) {
                continue;
            }
            view.extents(seen::add);
            boolean bounded = view.hasHigh();
            long high = bounded ? view.high() : KeyOrder.GREATEST;
            long partner = view.link();
            if (view.isValid()) {
                seen.forEach(into::accept);
                extentsOfPartner(partner, into);
                key = keys.keep(mark, high);
                more = bounded;
                looks = 0;
            }
        }
    }

    /**
     * Names the extents of the page with which another one is being merged. If a client has died
     * after the bound was moved and before that page was marked as dead, then it covers no key, but
     * a client that finishes the merge still reads it.
     */
    private void extentsOfPartner(long partner, LongConsumer into) {
        List<Long> seen = new ArrayList<>();
        // Ends: retries limits the looks.
        for (int looks = 1; partner != PagePointer.NULL; looks++) {
            pages.open(partner, partnerView);
            if (!partnerView.isInUse()) {
                return;
            }
            seen.clear();
            partnerView.extents(seen::add);
            if (partnerView.isValid()) {
                seen.forEach(into::accept);
                return;
            }
            retries.check(looks, partner);
        }
    }

    /** Shows the page of a level that covers a key; false if it was not found this time. */
    private boolean open(int level, long key) {
        if (level == Page.LEAF) {
            leaves.open(key, view);
            return true;
        }
        pages.open(inner.find(key, level), view);
        PageMatch match = view.relate(level, key);
        // Ends: each turn goes to a page of larger keys.
        while (match == PageMatch.RIGHT && view.isValid()) {
            pages.open(view.right(), view);
            match = view.relate(level, key);
        }
        if (match != PageMatch.HERE && view.isValid()) {
            inner.startOver();
        }
        return match == PageMatch.HERE;
    }

    /**
     * Reads a part of a range.
     *
     * @param from lower end; null if there is none
     * @param to upper end; null if there is none
     * @param descending whether the largest key comes first
     * @param most entries
     * @return number of entries: less than {@code most} if the range has no more
     */
    public int scan(
            byte @Nullable [] from,
            boolean fromIncluded,
            byte @Nullable [] to,
            boolean toIncluded,
            boolean descending,
            int most,
            Sink sink) {
        int mark = keys.mark();
        try {
            long low = from == null ? KeyOrder.LEAST : keys.add(from);
            long first = fromIncluded || from == null ? low : keys.after(low);
            long high = to == null ? KeyOrder.GREATEST : keys.add(to);
            long last = toIncluded || to == null ? high : keys.before(high);
            return scan(new RangeQuery(first, last, descending, most), sink);
        } finally {
            keys.release(mark);
        }
    }

    private int scan(RangeQuery query, Sink sink) {
        StringValue value = new StringValue();
        int count = 0;
        try (LeafScan part = scan.begin(query)) {
            while (part.next()) {
                long key = part.key();
                sink.add(keys.key(key), value.set(KeyArena.kind(key), part.value()));
                count++;
            }
        }
        return count;
    }

    /** Verifies the tree. */
    public BTreeVerifier verify() {
        int mark = keys.mark();
        try {
            return new BTreeVerifier(pages).walk(root.refresh());
        } finally {
            keys.release(mark);
        }
    }

    /**
     * Starts to fill this tree, which is empty.
     *
     * @param fill fraction of each page to fill
     */
    public StringLoad load(double fill) {
        return new StringLoad(keys, changes.loader(fill));
    }

    /**
     * Visits a leaf for a keeper, and merges it into the one that was visited before if one of them
     * is sparse, see {@link LeafKeeper}.
     *
     * @param key that the leaf covers; null for the first leaf
     * @return the smallest key of the next leaf; null if it was the last one
     */
    public byte @Nullable [] keepLeaf(byte @Nullable [] key) {
        int mark = keys.mark();
        change.reset();
        try {
            LeafKeeper along = keeper == null ? new LeafKeeper(leaves, 0) : keeper;
            keeper = along;
            along.at(key == null ? KeyOrder.LEAST : keys.add(key));
            return along.next() ? keys.key(along.position()) : null;
        } finally {
            keys.release(mark);
        }
    }

    /** Leaves that {@link #keepLeaf} has merged. */
    public long merged() {
        LeafKeeper along = keeper;
        return along == null ? 0 : along.merged();
    }

    /** Merges empty leaves and the levels above them as far as possible; false if one is not. */
    public boolean collapse() {
        int mark = keys.mark();
        try {
            return new TreeReplacement(leaves).collapse();
        } finally {
            keys.release(mark);
        }
    }
}
