package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

/**
 * Merges leaves and removes dead ones: their entries in the level above, their pages and their head
 * nodes.
 */
public final class LeafMerges {
    private final Pages pages;
    private final UpperLevels upper;
    private final Merger merger;
    private final LockedPage page;
    private final PageView view;
    private boolean isReplacedByServer;

    LeafMerges(Pages pages, UpperLevels upper, Merger merger) {
        this.pages = pages;
        this.upper = upper;
        this.merger = merger;
        this.page = pages.newLockedPage();
        this.view = pages.newView();
    }

    /**
     * For leaves of meganodes: the thread of the server that ends the last leaf of a tree always
     * replaces the root as well, and others wait for it.
     */
    void replacedByServer() {
        isReplacedByServer = true;
    }

    /** Merges a leaf that starts at a key into its left neighbour, if possible; whether it did. */
    public boolean merge(long left, long right, long key) {
        assert key != KeyOrder.LEAST : "the leftmost leaf has no left neighbour";
        if (upper.isFirstChild(key) || !merger.merge(left, right)) {
            return false;
        }
        long head = merger.mergedHead();
        upper.withdraw(key, right, left);
        pages.free(right);
        endHead(head);
        return true;
    }

    /** Removes a dead leaf that the upper levels still name, and frees it. */
    void removeDead(long key, long dead, long cover) {
        if (!pages.reaches(cover) || completeLoad(dead)) {
            return; // The leaf has moved to another server, and its mover removes it.
        }
        assert dead != cover : PagePointer.toString(dead);
        RareBranch.DEAD_LEAF_REMOVED.taken();
        pages.open(dead, view);
        long head = view.head();
        boolean there = view.relate(Page.LEAF, view.low()) == PageMatch.DEAD && view.isValid();
        upper.withdraw(key, dead, cover);
        pages.free(dead);
        endHead(there ? head : PagePointer.NULL);
    }

    /** Replaces the head node of a leaf, and ends the old one; whether it did. */
    public boolean replaceHead(long leaf, long low, long head) {
        try {
            pages.lock(leaf, page);
            boolean there = page.view().relate(Page.LEAF, low) == PageMatch.HERE;
            long before = page.view().head();
            assert !there || head == PagePointer.NULL || head != before : "two leaves, one head";
            if (there) {
                page.editor().head(head);
            }
            page.unlock();
            endHead(there ? before : PagePointer.NULL);
            return there;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    /** Ends and frees a head node that no leaf points to any more. */
    void endHead(long head) {
        if (head == PagePointer.NULL) {
            return;
        }
        try {
            pages.lock(head, page);
            boolean there = page.view().relate(Page.HEAD_NODE, KeyOrder.LEAST) == PageMatch.HERE;
            assert !there || !page.view().hasHigh() : "a head node has no neighbour";
            if (there) {
                page.editor().kill(PagePointer.NULL);
            }
            page.unlock();
            if (there) {
                pages.free(head);
            }
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    /**
     * Completes a load that its loader did not complete; false if the leaf did not die by a load.
     * The caller walks again.
     */
    boolean completeLoad(long leaf) {
        pages.open(leaf, view);
        boolean dead = view.relate(Page.LEAF, view.low()) == PageMatch.DEAD;
        long loaded = view.link();
        if (!view.isValid() || !dead || loaded == PagePointer.NULL) {
            return false;
        }
        pages.open(loaded, view);
        int level = view.level();
        boolean there = view.relate(level, view.low()) == PageMatch.HERE;
        if (!view.isValid() || !there || level == Page.LEAF) {
            return false;
        }
        if (!isReplacedByServer) {
            RareBranch.LOAD_COMPLETED.taken();
            if (upper.adopt(leaf, loaded)) {
                pages.free(leaf);
            }
        }
        return true;
    }
}
