package dev.mangrove.index.btree;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.page.CopyCheck;

/**
 * The parts of a client's protocol that a view is put together from. Applications get {@link
 * #SOUND}; other protocols, to be measured or checked beside it, replace parts of it.
 */
public interface ViewProtocol {
    /**
     * What the heads of {@code index.page}, {@code index.latch} and {@code index.btree} promise.
     */
    ViewProtocol SOUND = new ViewProtocol() {};

    /** When a copy of a page may be believed. */
    default CopyCheck copyCheck() {
        return CopyCheck.EVERY_LINE;
    }

    /** Whether the latches of dead sessions are taken over. */
    default boolean takesOverLatches() {
        return true;
    }

    /**
     * The levels above the leaves, as the leaves of a tree that clients change see them.
     *
     * @param inner the levels by this project's protocol
     */
    default ClientLevels upperLevels(InnerLevels inner, Pages pages, Merger merger, int fanout) {
        return inner;
    }
}
