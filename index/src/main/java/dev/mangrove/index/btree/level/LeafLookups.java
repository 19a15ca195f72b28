package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PageView;

/**
 * Looks up several keys of a tree at the same time. Each step is done for all keys before the next
 * one begins: name the leaves, prefetch their lines, read the leaves, search. So by verbs all READs
 * are under way at once, and in place the processor waits for several lines at once.
 *
 * <p>Each key is looked up as by a get: its leaf is read between the call and the return, and what
 * was read counts only if the leaf covers the key and the read is valid. A key for which that does
 * not hold is looked up again by an ordinary get, which corrects the levels above.
 */
public final class LeafLookups {
    private final LeafLevel leaves;
    private final Pages pages;
    private final UpperLevels upper;
    private final Host host;
    private final PageView[] views = new PageView[Lookups.MOST];
    private final long[] leafOf = new long[Lookups.MOST];
    private final long[] distinct = new long[Lookups.MOST];
    private final int[] viewOf = new int[Lookups.MOST];
    private final Lookup lookup = new Lookup();

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
        int size = wanted.size();
        for (int i = 0; i < size; i++) {
            pages.expect(named[i], wanted.key(i));
        }
        int count = shareViews(named, size);
        pages.openAll(distinct, views, count);
        host.work(Host.Work.NODE, count);
        for (int i = 0; i < size; i++) {
            search(wanted, i, views[viewOf[i]]);
        }
    }

    /** Lets neighbouring keys of the same leaf share one view; returns the number of views. */
    private int shareViews(long[] named, int size) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (count == 0 || distinct[count - 1] != named[i]) {
                distinct[count++] = named[i];
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
