package dev.mangrove.index.btree.keeper;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import java.util.function.BooleanSupplier;

/**
 * Goes along the leaves of a tree from left to right, merges sparse neighbours and writes head
 * nodes. A head node is a page that lists the leaves which follow a leaf; that leaf points to it. A
 * stale head node costs a scan some reads and nothing else.
 */
public final class LeafKeeper implements TreeKeeper {
    private final LeafLevel leaves;
    private final Pages pages;
    private final int interval;
    private final PageView view;
    private final PageView head;
    private final PageImage image;
    private final EntryBuffer group;
    private final EntryBuffer known;
    private long first;
    private long firstLow;
    private long firstHead;
    private long merged;
    private long heads;

    public LeafKeeper(LeafLevel leaves, int headInterval) {
        this.leaves = leaves;
        this.pages = leaves.pages();
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
        long key = KeyOrder.LEAST;
        startGroup(PagePointer.NULL, KeyOrder.LEAST, PagePointer.NULL);
        while (goOn.getAsBoolean()) {
            leaves.open(key, view);
            long pointer = view.pointer();
            int count = view.countNow();
            boolean bounded = view.hasHigh();
            long right = bounded ? view.right() : PagePointer.NULL;
            long high = bounded ? view.high() : 0;
            long hint = view.head();
            if (!view.isValid()) {
                continue;
            }
            int threshold = Merger.mergeThreshold(leaves.inserter().fanout());
            if (bounded && count <= threshold && leaves.merges().merge(pointer, right, high)) {
                merged++;
                continue;
            }
            add(pointer, view.low(), hint);
            if (!bounded) {
                endGroup();
                return;
            }
            key = high;
        }
    }

    private void add(long pointer, long low, long hint) {
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

    private void startGroup(long pointer, long low, long hint) {
        first = pointer;
        firstLow = low;
        firstHead = hint;
        group.size(0);
    }

    /** Writes the head node of a group, unless it exists already. */
    private void endGroup() {
        if (first == PagePointer.NULL || group.size() == 0 || isKnown()) {
            return;
        }
        long pointer = pages.allocate();
        pages.write(
                pointer,
                image.unbounded(pointer, Page.HEAD_NODE, KeyOrder.LEAST)
                        .entries(group, 0, group.size()));
        if (leaves.merges().replaceHead(first, firstLow, pointer)) {
            heads++;
        } else {
            pages.putBack(pointer);
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
