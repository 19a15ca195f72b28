package dev.mangrove.bench.published;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.page.CopyCheck;

/**
 * NAM trees, section 4.2 (fine-grained). A reader compares no versions: it accepts a copy of a page
 * also if a writer changed the page while the card read it. A client that has split a leaf and
 * finds the parent latched starts its insertion again, and then finds its own key in the tree. The
 * latch is in the page and names no holder: the latch of a dead client stays taken. A change writes
 * the page as a whole and then releases the latch, one step after the other; for that the index is
 * created without any {@link dev.mangrove.index.ordered.Technique}.
 *
 * <p>Different from the paper: a reader does not look at the latch, whereas the paper's reads a
 * locked page again; a writer takes the latch and then reads, whereas the paper's reads first and
 * swaps the version that it read for a locked one. Pages have this project's format, with entries
 * in no order, and the latch is a word of the page beside its version; a split and a merge write
 * pages in this project's order; deletes merge pages at once, which the paper leaves to garbage
 * collection.
 */
public final class PublishedFine implements ViewProtocol {
    /** The protocol; it has no state. */
    public PublishedFine() {}

    @Override
    public CopyCheck copyCheck() {
        return (copy, pointer, pageSize, tornLines) -> true;
    }

    @Override
    public boolean takesOverLatches() {
        return false;
    }

    @Override
    public ClientLevels upperLevels(InnerLevels inner, Pages pages, Merger merger, int fanout) {
        return new GivingUpLevels(inner, pages, merger, fanout);
    }
}
