package dev.mangrove.index.btree;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageView;

/** A tree whose leaves this client reaches itself, however the upper levels are reached. */
final class TreePartition implements Partition {
    private final SessionPages pages;
    private final ClientLevels upper;
    private final LeafLevel leaves;
    private final LeafScan scan;
    private final int fanout;

    TreePartition(SessionPages pages, ClientLevels upper, LeafLevel leaves, int fanout) {
        this.pages = pages;
        this.upper = upper;
        this.leaves = leaves;
        this.scan = new LeafScan(leaves);
        this.fanout = fanout;
    }

    LeafLevel leaves() {
        return leaves;
    }

    @Override
    public boolean find(long key) {
        return leaves.find(key);
    }

    @Override
    public long found() {
        return leaves.found();
    }

    @Override
    public boolean change(Change change, long key, long value, long expected) {
        return leaves.change(change, key, value, expected);
    }

    @Override
    public Cursor scan(RangeQuery query) {
        return scan.begin(query);
    }

    @Override
    public Loader loader(double fill) {
        LevelWriter writer = new LevelWriter(pages, Page.LEAF, fanout, fill);
        return new Loader() {
            @Override
            public void add(long key, long value) {
                writer.add(key, value);
            }

            @Override
            public void finish() {
                replaceFirst(writer.finish(), fill);
            }
        };
    }

    /**
     * Puts loaded leaves in the place of the only one, which is locked meanwhile, so that nobody
     * adds to it; then it dies and leads to the new ones.
     */
    private void replaceFirst(EntryBuffer loaded, double fill) {
        LockedPage first = pages.newLockedPage();
        long old = upper.leafFor(Long.MIN_VALUE);
        pages.lock(old, first);
        try {
            PageView view = first.view();
            boolean empty =
                    view.relate(Page.LEAF, Long.MIN_VALUE) == PageView.HERE
                            && !view.hasHigh()
                            && view.count() == 0;
            if (!empty) {
                throw new IllegalStateException("the index is not empty");
            }
            upper.adopt(old, loaded, fill);
            first.editor().kill(loaded.value(0));
            first.unlock();
            pages.free(old);
        } catch (RuntimeException | Error e) {
            first.release();
            throw e;
        }
    }

    @Override
    public void walk(TreeWalk walk) {
        walk.walk(upper.root());
    }

    @Override
    public void close() {
        pages.close();
    }
}
