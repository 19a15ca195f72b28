package dev.mangrove.index.btree.strings;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.LeafScan;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.btree.level.TreeReplacement;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.KeyArena;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.StringFormat;
import dev.mangrove.index.page.StringPageView;

import org.jspecify.annotations.Nullable;

/**
 * One thread's access to a tree whose keys are byte strings. The value of a key is a word and what
 * it means, see {@link StringValue}.
 */
public final class StringTree {
    private final Pages pages;
    private final KeyArena keys;
    private final Root root;
    private final LeafLevel leaves;
    private final LeafScan scan;
    private final StringPageView view;
    private final Retries retries;

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
        assert pages.format() == format : "pages of another format";
        this.pages = pages;
        this.keys = format.keys();
        this.root = root;
        Merger merger = new Merger(pages, fanout);
        InnerLevels inner = new InnerLevels(pages, root, fanout, cache, merger, true, null);
        this.leaves = new LeafLevel(pages, inner, fanout, merger);
        this.scan = new LeafScan(leaves);
        this.view = format.newView();
        this.retries = new Retries(pages.host());
    }

    /** Creates the first pages of a tree; returns the pointer to its root. */
    public static long plant(Pages pages) {
        PageImage image = pages.newImage();
        return InnerLevels.plant(pages, image, LeafLevel.plant(pages, image));
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
            retries.check(looks, view.pointer());
        }
    }

    /**
     * Changes a key; whether the change's condition was met.
     *
     * @param value to store
     * @param expected value that the condition is about
     */
    public boolean change(Change change, byte[] key, StringValue value, StringValue expected) {
        int mark = keys.mark();
        try {
            long token = KeyArena.withKinds(keys.add(key), value.kind, expected.kind);
            return leaves.change(change, token, value.word, expected.word);
        } finally {
            keys.release(mark);
        }
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
