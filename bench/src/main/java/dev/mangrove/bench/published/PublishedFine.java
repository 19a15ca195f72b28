package dev.mangrove.bench.published;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.page.CopyCheck;

/**
 * NAM trees, section 4 (fine-grained). A reader accepts every copy of a page, also one that a
 * writer changed while the card read it. A client that has split a leaf and finds the parent
 * latched starts its insertion again, and then finds its own key in the tree.
 *
 * <p>Different from the paper: pages have this project's format and latch words, so that waiters
 * take over the latch of a dead client, and a split writes in this project's order.
 */
public final class PublishedFine implements ViewProtocol {
    /** The protocol; it has no state. */
    public PublishedFine() {}

    @Override
    public CopyCheck copyCheck() {
        return (copy, pointer, pageSize, tornLines) -> true;
    }

    @Override
    public ClientLevels upperLevels(InnerLevels inner, Pages pages, Merger merger, int fanout) {
        return new GivingUpLevels(inner, pages, merger, fanout);
    }
}
