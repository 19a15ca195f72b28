package dev.mangrove.server.state;

import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.page.KeyCopy;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Copies of pages that clients are moving to this server. A move stays here from the moment when
 * its copy is written until the old page is freed, so that another client can complete or undo it
 * if its own dies. Thread-safe.
 */
public final class PendingMoves {
    private final TreeMap<Long, Move> byCopy = new TreeMap<>();

    /**
     * A move.
     *
     * @param page the old page, at its server
     * @param level of the page
     * @param low the page's smallest key
     * @param entries number of entries of the copy, if it is a leaf; else 0
     * @param keys extents that this server has taken for long keys of the copy
     * @param isComplete whether the tree leads to the copy without the old page
     */
    public record Move(
            long copy,
            long page,
            int level,
            KeyCopy low,
            int entries,
            CopyKeys keys,
            boolean isComplete) {
        Move complete() {
            return new Move(copy, page, level, low, entries, keys, true);
        }
    }

    public synchronized void add(Move move) {
        byCopy.put(move.copy(), move);
    }

    /**
     * The old page need not be kept any more; whether the move was known. The first time, the
     * entries of the copy count as this server's.
     */
    public synchronized boolean complete(long copy, EntryTally tally) {
        @Nullable Move move = byCopy.get(copy);
        if (move == null) {
            return false;
        }
        if (!move.isComplete()) {
            tally.add(move.entries());
            move.keys().publish();
            byCopy.put(copy, move.complete());
        }
        return true;
    }

    /** Whether a move to this server is not complete. */
    public synchronized boolean isAnyArriving() {
        return byCopy.values().stream().anyMatch(move -> !move.isComplete());
    }

    /** Whether a page has come to this server by a move that is not complete. */
    public synchronized boolean isArriving(long page) {
        @Nullable Move move = byCopy.get(page);
        return move != null && !move.isComplete();
    }

    /** Removes a move unless it is complete; whether it did. */
    public synchronized boolean discard(long copy) {
        @Nullable Move move = byCopy.get(copy);
        if (move == null || move.isComplete()) {
            return false;
        }
        byCopy.remove(copy);
        move.keys().free();
        return true;
    }

    /** Removes a move that is complete; whether it did. */
    public synchronized boolean forget(long copy) {
        @Nullable Move move = byCopy.get(copy);
        if (move == null || !move.isComplete()) {
            return false;
        }
        byCopy.remove(copy);
        return true;
    }

    /** Up to a number of moves, in the order of their copies, after a given one. */
    public synchronized List<Move> after(long copy, int most) {
        List<Move> moves = new ArrayList<>();
        for (Move move : byCopy.tailMap(copy, false).values()) {
            if (moves.size() == most) {
                break;
            }
            moves.add(move);
        }
        return moves;
    }
}
