package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesNode;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Inserts entries into pages, and splits those that are full. The caller holds the lock. */
final class TreeGrowth {
    private final TreePages pages;
    private final TreeDescent descent;
    private final int fanout;

    TreeGrowth(TreePages pages, TreeDescent descent, int fanout) {
        this.pages = pages;
        this.descent = descent;
        this.fanout = fanout;
    }

    int fanout() {
        return fanout;
    }

    /** Inserts an entry into the page that covers its key. */
    void insert(BytesPage page, BytesEntry entry) {
        int level = page.level();
        BytesPage target = page;
        if (page.count() >= pages.fanout(level, fanout)) {
            split(page);
            target = descent.to(level, entry.key());
        }
        assert target.level() == level && target.count() < pages.fanout(level, fanout)
                : target.count();
        pages.add(target, entry);
    }

    /**
     * The leaf of a key. Adds the separator of a page on the way that was split when there was no
     * memory for it.
     */
    BytesPage leafOf(byte[] key) {
        BytesPage leaf = descent.toLeaf(key);
        assert leaf.level() == 0 : leaf.level();
        BytesPage unnamed = descent.unnamed();
        if (unnamed != null) {
            post(unnamed.level() + 1, unnamed.low(), unnamed.pointer());
        }
        return leaf; // Posting changes inner pages only.
    }

    /**
     * Moves the upper half of a page into a new right neighbour. Both pages then leave out the
     * prefix of their narrower bounds, which is at least as long as before: no key needs an extent
     * that it did not need before.
     */
    private void split(BytesPage page) {
        BytesNode node = page.load();
        int middle = node.entries().size() / 2;
        byte[] separator = node.separatorBefore(middle);
        assert node.isOrdered() && middle > 0 : middle;
        long pointer = pages.space().take();
        BytesNode.@Nullable Bound upper = null;
        BytesNode.Bound lower;
        try {
            upper = pages.bound(separator);
            lower = pages.bound(separator);
        } catch (RequestRefusedException e) {
            pages.free(upper);
            pages.space().free(pointer);
            throw e;
        }
        pages.storeSplit(page, node.rightOf(middle, lower), node.leftOf(middle, upper, pointer));
        post(page.level() + 1, separator, pointer);
    }

    /** Names a page in the level above. Without memory for that it stays reachable by a link. */
    private void post(int level, byte[] separator, long pointer) {
        try {
            if (descent.root().level() < level) {
                grow(level, separator, pointer);
            } else {
                BytesPage parent = descent.to(level, separator);
                if (parent.find(separator) == BytesPage.NONE) {
                    insert(parent, BytesEntry.child(separator, pointer));
                }
            }
        } catch (RequestRefusedException e) {
            if (e.status() != Status.OUT_OF_MEMORY) {
                throw e;
            }
            RareBranch.SEPARATOR_NOT_POSTED.taken();
        }
    }

    private void grow(int level, byte[] separator, long pointer) {
        assert descent.root().level() == level - 1 && separator.length > 0 : level;
        BytesEntry first = BytesEntry.child(BytesNode.Bound.LOWEST.key(), descent.root().pointer());
        BytesNode root =
                new BytesNode(
                        level,
                        BytesNode.Bound.LOWEST,
                        null,
                        PagePointer.NULL,
                        List.of(first, BytesEntry.child(separator, pointer)));
        descent.root(pages.create(root));
    }
}
