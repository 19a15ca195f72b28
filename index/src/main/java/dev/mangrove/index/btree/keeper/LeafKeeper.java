package dev.mangrove.index.btree.keeper;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.Retries;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

import java.util.function.BooleanSupplier;

/**
 * Goes along the leaves of a tree from left to right, merges sparse neighbours and writes head
 * nodes. A head node is a page that lists the leaves which follow a leaf; that leaf points to it. A
 * stale head node costs a scan some reads and nothing else.
 *
 * <p>The keeper remembers the leaf that it has visited last, and how many entries that had. If this
 * or the next leaf is sparse, and their entries fit into one, it merges the next one into it. What
 * it remembers may be stale: the merge compares pages, links and entries under both latches.
 *
 * <p>A byte string that fits its line in one page may need an extent in another, which has another
 * prefix. So in a tree of byte strings the leaf that moves must be the sparse one: then even the
 * extents of all its keys take less than the page that the merge frees.
 *
 * <p>Words of keys that are byte strings end with each operation. So the keeper of such a tree
 * writes no head nodes, and its caller visits leaf by leaf, see {@link #next}.
 */
public final class LeafKeeper implements TreeKeeper {
    private final LeafLevel leaves;
    private final Pages pages;
    private final KeyOrder order;
    private final Retries retries;
    private final int interval;
    private final int fanout;

    /** Whether an entry takes no more memory in another page. */
    private final boolean movesCheaply;

    private final PageView view;
    private final PageView head;
    private final PageImage image;
    private final EntryBuffer group;
    private final EntryBuffer known;
    private long position = KeyOrder.LEAST;

    /** The leaf that was visited last and is still there; NULL if there is none. */
    private long before = PagePointer.NULL;

    private int countBefore;

    /** What {@link #look} has read of the leaf at the position. */
    private long pointer;

    private int count;
    private boolean bounded;
    private long low;
    private long high;
    private long hint;

    private long first;
    private long firstLow;
    private long firstHead;
    private long merged;
    private long heads;

    public LeafKeeper(LeafLevel leaves, int headInterval) {
        this.leaves = leaves;
        this.pages = leaves.pages();
        this.order = pages.order();
        this.retries = new Retries(pages.host());
        this.fanout = leaves.inserter().fanout();
        this.movesCheaply = pages.format().hasWordKeys();
        this.interval = Math.min(headInterval, Page.slots(pages.pageSize()));
        this.view = pages.newView();
        this.head = pages.newView();
        this.image = pages.newImage();
        this.group = pages.newEntries(interval + 1);
        this.known = pages.newEntries(interval + 1);
    }

    @Override
    public long merged() {
        return merged;
    }

    @Override
    public long heads() {
        return heads;
    }

    /** Goes along all leaves, until {@code goOn} returns false. */
    @Override
    public void round(BooleanSupplier goOn) {
        boolean more = true;
        at(KeyOrder.LEAST);
        startGroup(PagePointer.NULL, KeyOrder.LEAST, PagePointer.NULL);
        // Ends: each turn goes to larger keys.
        while (more && goOn.getAsBoolean()) {
            more = next();
        }
    }

    /** Goes on with the leaf that covers a key. */
    public void at(long key) {
        position = key;
        before = key == KeyOrder.LEAST ? PagePointer.NULL : before;
    }

    /** The key whose leaf is visited next. */
    public long position() {
        return position;
    }

    /**
     * Visits the leaf at the position, merges it into the one before it if that is worthwhile, and
     * goes on behind it; false if it was the last one.
     */
    public boolean next() {
        look();
        if (isWorthMerging() && leaves.merges().merge(before, pointer, low)) {
            RareBranch.SPARSE_LEAF_MERGED.taken();
            merged++;
            countBefore += count;
        } else {
            add();
            before = pointer;
            countBefore = count;
        }
        if (!bounded) {
            endGroup();
            return false;
        }
        position = high;
        return true;
    }

    private void look() {
        int mark = order.mark();
        // Ends: retries limits the looks. Each means that a writer has changed the leaf meanwhile.
        for (int looks = 1; ; looks++) {
            leaves.open(position, view);
            pointer = view.pointer();
            count = view.countNow();
            bounded = view.hasHigh();
            low = view.low();
            high = bounded ? view.high() : KeyOrder.GREATEST;
            hint = view.head();
            if (view.isValid()) {
                assert !order.isLess(position, low) : order.text(position);
                assert !bounded || order.isLess(position, high) : order.text(position);
                return;
            }
            long _ = order.keep(mark, KeyOrder.LEAST);
            retries.check(looks, pointer);
        }
    }

    /** Whether the leaf that was read and the one before it seem to fit into one, by counts. */
    private boolean isWorthMerging() {
        int sparser = movesCheaply ? Math.min(countBefore, count) : count;
        return before != PagePointer.NULL
                && before != pointer
                && low != KeyOrder.LEAST // Else the leaf that was before has been merged into it.
                && sparser <= Merger.mergeThreshold(fanout)
                && Merger.isRoomFor(fanout, countBefore, count);
    }

    private void add() {
        if (interval == 0) {
            return;
        }
        if (first != PagePointer.NULL && group.size() < interval) {
            group.add(low, pointer);
            if (hint != PagePointer.NULL) {
                leaves.merges()
                        .replaceHead(
                                pointer,
                                low,
                                PagePointer.NULL); // The leaf no longer starts a group.
            }
            return;
        }
        endGroup();
        startGroup(pointer, low, hint);
    }

    private void startGroup(long leaf, long smallest, long headNode) {
        first = leaf;
        firstLow = smallest;
        firstHead = headNode;
        group.size(0);
    }

    /** Writes the head node of a group, unless it exists already. */
    private void endGroup() {
        if (first == PagePointer.NULL || group.size() == 0 || isKnown()) {
            return;
        }
        assert group.size() <= interval && !order.isLess(group.key(0), firstLow) : group.size();
        long written = pages.allocate();
        pages.write(
                written,
                image.unbounded(written, Page.HEAD_NODE, KeyOrder.LEAST)
                        .entries(group, 0, group.size()));
        if (leaves.merges().replaceHead(first, firstLow, written)) {
            heads++;
        } else {
            pages.putBack(written);
        }
    }

    private boolean isKnown() {
        if (firstHead == PagePointer.NULL) {
            return false;
        }
        pages.open(firstHead, head);
        known.size(0);
        if (head.relate(Page.HEAD_NODE, head.low()) != PageMatch.HERE
                || !head.collect(KeyOrder.LEAST, KeyOrder.GREATEST, known)
                || known.size() != group.size()) {
            return false;
        }
        known.sort(0);
        for (int i = 0; i < known.size(); i++) {
            if (known.value(i) != group.value(i)) {
                return false;
            }
        }
        return true;
    }
}
