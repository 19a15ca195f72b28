package dev.mangrove.index.btree.leaves;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.level.UpperLevels;
import dev.mangrove.index.page.HashedLines;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PageView;

/**
 * Looks up several keys of a tree at the same time. Each step is done for all keys before the next
 * one begins: name the leaves, prefetch their lines, read the leaves, search. So by verbs all READs
 * are under way at once, and in place the processor waits for several lines at once. Where only
 * what is wanted travels, the lines in which keys probably are come first, and the leaves of keys
 * that are not there after them.
 *
 * <p>Each key is looked up as by a get: its leaf is read between the call and the return, and what
 * was read counts only if the leaf covers the key and the read is valid. A key for which that does
 * not hold is looked up again by an ordinary get, which corrects the levels above.
 */
public final class LeafLookups {
    /** If one key of so many is not in its lines, reading lines first takes longer. */
    private static final int FEW_MISSED = 4;

    /** Turns without lines after such a one. Chosen: the wrong way then costs less than 10 %. */
    private static final int TURNS = 8;

    private final LeafLevel leaves;
    private final Pages pages;
    private final UpperLevels upper;
    private final Host host;
    private final PageView[] views = new PageView[Lookups.MOST];
    private final long[] leafOf = new long[Lookups.MOST];
    private final long[] distinct = new long[Lookups.MOST];
    private final int[] viewOf = new int[Lookups.MOST];
    private final int[] rest = new int[Lookups.MOST];
    private final long[] values = new long[Lookups.MOST];
    private final Lookup lookup = new Lookup();
    private int wholeTurns;

    /** Creates lookups in leaves. */
    public LeafLookups(LeafLevel leaves) {
        this.leaves = leaves;
        this.pages = leaves.pages();
        this.upper = leaves.upper();
        this.host = pages.host();
        for (int i = 0; i < views.length; i++) {
            views[i] = pages.newView();
        }
    }

    /** Starts to name the leaves, where a server does that; {@link #finish} must follow. */
    public void start(Lookups wanted) {
        upper.startLeavesFor(wanted);
    }

    /** Looks up all keys. */
    public void finish(Lookups wanted) {
        upper.leavesFor(wanted, leafOf);
        search(wanted, leafOf);
    }

    /** Looks up all keys in leaves that the upper levels have named. */
    void search(Lookups wanted, long[] named) {
        long found = findInLines(wanted, named);
        int left = 0;
        for (int i = 0; i < wanted.size(); i++) {
            if ((found & 1L << i) != 0) {
                wanted.found(i, values[i]);
            } else {
                rest[left++] = i;
            }
        }
        if (left > 0) {
            searchRest(wanted, named, left);
        }
    }

    /** Which keys are in the lines where they probably are, a bit each. */
    private long findInLines(Lookups wanted, long[] named) {
        if (wholeTurns > 0) {
            wholeTurns--;
            return 0;
        }
        int size = wanted.size();
        if (size * HashedLines.BYTES > leaves(named, size) * pages.pageSize()) {
            return 0;
        }
        long found = pages.findAll(named, wanted.keys(), values, size);
        int count = Long.bitCount(found);
        if (count > 0) {
            host.work(Host.Work.NODE, count);
        }
        if (FEW_MISSED * (size - count) > size) {
            wholeTurns = TURNS;
        }
        return found;
    }

    /** Number of leaves, where neighbouring keys of the same leaf count once. */
    private static int leaves(long[] named, int size) {
        int count = 1;
        for (int i = 1; i < size; i++) {
            count += named[i] == named[i - 1] ? 0 : 1;
        }
        return count;
    }

    /** Reads the leaves of the first {@code left} keys of the rest. */
    private void searchRest(Lookups wanted, long[] named, int left) {
        for (int i = 0; i < left; i++) {
            pages.expect(named[rest[i]], wanted.key(rest[i]));
        }
        int count = shareViews(named, left);
        pages.openAll(distinct, views, count);
        host.work(Host.Work.NODE, count);
        for (int i = 0; i < left; i++) {
            search(wanted, rest[i], views[viewOf[i]]);
        }
    }

    /** Lets neighbouring keys of the same leaf share one view; returns the number of views. */
    private int shareViews(long[] named, int left) {
        int count = 0;
        for (int i = 0; i < left; i++) {
            long leaf = named[rest[i]];
            if (count == 0 || distinct[count - 1] != leaf) {
                distinct[count++] = leaf;
            }
            viewOf[i] = count - 1;
        }
        return count;
    }

    private void search(Lookups wanted, int i, PageView view) {
        long key = wanted.key(i);
        if (!covers(view, key)) {
            searchAgain(wanted, i);
            return;
        }
        int slot = view.find(key);
        long value = slot == Page.NONE ? 0 : view.value(slot);
        if (!view.isValid()) {
            searchAgain(wanted, i);
        } else if (slot != Page.NONE) {
            wanted.found(i, value);
        }
    }

    private static boolean covers(PageView view, long key) {
        return view.relate(Page.LEAF, key) == PageMatch.HERE;
    }

    private void searchAgain(Lookups wanted, int i) {
        if (leaves.get(wanted.key(i), lookup)) {
            wanted.found(i, lookup.value);
        }
    }
}
