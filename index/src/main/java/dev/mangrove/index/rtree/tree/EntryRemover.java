package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;

import java.util.Arrays;

/** Removes entries for one thread, and the pages that become empty; dissolves sparse ones. */
final class EntryRemover {
    private final RTree tree;
    private final EntryPlacer placer;
    private final NodeEditor editor;
    private final TreeLatches latches;
    private final Box before = new Box();
    private final int fewest;

    EntryRemover(RTree tree, EntryPlacer placer) {
        this.tree = tree;
        this.placer = placer;
        this.editor = placer.editor();
        this.latches = placer.latches();
        this.fewest = Strategy.fewest(tree.shape().fanout());
    }

    /**
     * Removes an entry from a latched leaf, and unlatches the leaf.
     *
     * @param moved sequence of the object's move; 0 for a deletion
     */
    void takeOut(NodeView page, int slot, long moved) {
        before.around(page);
        remove(page, slot, moved);
        latches.refresh(page);
        Arrays.fill(placer.path(), PagePointer.NULL);
        condense(Node.LEAF);
    }

    private void remove(NodeView page, int slot, long moved) {
        int last = page.count() - 1;
        assert slot >= 0 && slot <= last : "slot=" + slot + ", last=" + last;
        editor.begin(page.base(), slot, last + 1);
        if (slot != last) {
            editor.copy(last, slot);
        }
        editor.count(last).hides(moved).commit();
    }

    /**
     * Dissolves the latched page of a level if it has become sparse, shrinks its parent's entry,
     * and unlatches it.
     */
    private void condense(int level) {
        NodeView page = placer.work(level).page;
        if (tree.anchor().root() == page.pointer()) {
            collapse(page);
            return;
        }
        if (page.count() < fewest) {
            placer.overflows().evacuation().clear(level);
        }
        if (page.count() == 0) {
            unlink(level);
            return;
        }
        Box now = placer.work(level).rest.around(page);
        if (now.covers(before)) {
            latches.unlatch(page);
        } else {
            placer.overflows().evacuation().tighten(level);
        }
    }

    /**
     * Replaces a root with one child by that child, and an empty root by a leaf, whose page is
     * reserved.
     */
    private void collapse(NodeView root) {
        if (root.level() == Node.LEAF || root.count() > 1) {
            latches.unlatch(root);
            return;
        }
        tree.anchor().root(root.count() == 1 ? root.reference(0) : newLeaf());
        kill(root);
    }

    private long newLeaf() {
        long leaf = tree.pages().takeForRoot();
        editor.create(RTree.offset(leaf), leaf, Node.LEAF, new EntryBlock(), null, false);
        return leaf;
    }

    /**
     * Removes the entry of an empty page from its parent, which takes over the page's {@code
     * moved}, because searches no longer reach the page.
     */
    private void unlink(int level) {
        NodeView page = placer.work(level).page;
        NodeView parent = placer.work(level + 1).page;
        int slot = latches.latchParent(level, page.pointer(), placer.path(), parent);
        if (slot < 0) {
            collapse(page); // The page has become the root.
            return;
        }
        assert page.count() == 0 && parent.level() == level + 1 : "level=" + parent.level();
        before.around(parent);
        remove(parent, slot, page.moved());
        latches.refresh(parent);
        kill(page);
        condense(level + 1);
    }

    /**
     * Marks a page as dead. Its latch is never released, so that no thread with a stale pointer
     * acquires it.
     */
    private void kill(NodeView page) {
        editor.kill(page.base());
        tree.pages().free(page.pointer());
    }
}
