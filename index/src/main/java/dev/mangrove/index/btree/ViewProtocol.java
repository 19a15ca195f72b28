package dev.mangrove.index.btree;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.page.CopyCheck;

/**
 * The exchangeable parts of a client's protocol. Applications get {@link #SOUND}; the laboratory
 * replaces parts to measure or check other protocols.
 */
public interface ViewProtocol {
    /**
     * The protocol stated in the heads of {@code index.page}, {@code index.latch} and {@code
     * index.btree}.
     */
    ViewProtocol SOUND = new ViewProtocol() {};

    /** Decides whether a copy of a page is consistent. */
    default CopyCheck copyCheck() {
        return CopyCheck.EVERY_LINE;
    }

    /** Whether clients take over the latches of dead sessions. */
    default boolean takesOverLatches() {
        return true;
    }

    /**
     * Whether many pages are read or written in one round trip, and leaves are counted by their
     * outlines. If not, each page takes a round trip of its own, and is moved as a whole.
     */
    default boolean movesManyPages() {
        return true;
    }

    /**
     * The levels above the leaves of a tree that clients change.
     *
     * @param inner the levels of the sound protocol
     */
    default ClientLevels upperLevels(InnerLevels inner, Pages pages, Merger merger, int fanout) {
        return inner;
    }
}
