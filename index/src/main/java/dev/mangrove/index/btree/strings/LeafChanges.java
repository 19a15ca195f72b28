package dev.mangrove.index.btree.strings;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.EntryExpiry;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.TreeReplacement;
import dev.mangrove.index.btree.load.PageSource;
import dev.mangrove.index.btree.partition.PageLoader;
import dev.mangrove.index.btree.partition.TreeLoader;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.strings.StringPageView;

/** Changes of a tree whose pages this thread locks and changes itself. */
final class LeafChanges implements StringChanges {
    private final Pages pages;
    private final InnerLevels inner;
    private final LeafLevel leaves;
    private ExpiryJudge judge = _ -> ExpiryJudge.Verdict.ALIVE;
    private boolean removes;
    private long removed;
    private boolean metExpiring;

    LeafChanges(Pages pages, InnerLevels inner, LeafLevel leaves) {
        this.pages = pages;
        this.inner = inner;
        this.leaves = leaves;
        leaves.expiry(new Expiry());
    }

    @Override
    public void expiry(ExpiryJudge by) {
        judge = by;
    }

    /** Which entries have expired, and, while one is removed, which are not that one. */
    private final class Expiry implements EntryExpiry {
        @Override
        public boolean isExpired(PageView leaf, int slot) {
            StringPageView at = (StringPageView) leaf;
            if (removes) {
                return !isStill(at.kind(slot), at.value(slot));
            }
            if (!mayExpire(leaf, slot)) {
                return false;
            }
            metExpiring = true;
            return isOver(at.value(slot));
        }

        @Override
        public boolean mayExpire(PageView leaf, int slot) {
            return ((StringPageView) leaf).kind(slot) == StringPageView.EXPIRING;
        }
    }

    /** The leaf is locked, so its entry stays there. */
    private boolean isOver(long pointer) {
        return switch (judge.judge(pointer)) {
            case OVER -> true;
            case ALIVE -> false;
            case GONE ->
                    throw new FabricException(
                            FabricException.Kind.CORRUPT,
                            "a page names an extent that has no expiry: "
                                    + Long.toHexString(pointer));
        };
    }

    /** Whether the locked leaf still has the entry to remove. */
    private boolean isStill(int kind, long word) {
        return kind == StringPageView.EXPIRING && word == removed;
    }

    @Override
    public boolean change(Change how, long key, long value, long expected) {
        metExpiring = false;
        leaves.forgetUnsettled();
        return leaves.change(how, key, value, expected);
    }

    @Override
    public boolean remove(long key, long word) {
        removes = true;
        removed = word;
        try {
            return change(Change.DELETE, key, 0, 0);
        } finally {
            removes = false;
        }
    }

    @Override
    public boolean hasMetExpiring() {
        return metExpiring;
    }

    @Override
    public PageLoader loader(double fill) {
        return new TreeLoader(
                pages,
                PageSource.of(pages::allocate, pages::allocate),
                leaves.inserter().fanout(),
                fill,
                new TreeReplacement(leaves)::replace);
    }

    @Override
    public void goUncached() {
        inner.goUncached();
    }
}
