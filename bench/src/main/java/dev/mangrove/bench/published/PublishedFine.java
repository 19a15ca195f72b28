package dev.mangrove.bench.published;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.page.CopyCheck;

/**
 * NAM trees, section 4 (fine-grained). A reader believes any copy of a page, whatever has happened
 * to its lines while the card read it; a client whose insertion has split a leaf begins again when
 * the parent is locked, and then finds its own key there.
 *
 * <p>Not as published: pages have this project's format and latch words, so a latch of a dead
 * client is taken over, and a split writes in this project's order.
 */
public final class PublishedFine implements ViewProtocol {
    /** The protocol; it has no state. */
    public PublishedFine() {}

    @Override
    public CopyCheck copyCheck() {
        return (copies, pointer, pageSize, wholeLines) -> true;
    }

    @Override
    public ClientLevels upperLevels(InnerLevels inner, Pages pages, Merger merger, int fanout) {
        return new GivingUpLevels(inner, pages, merger, fanout);
    }
}
