package dev.mangrove.server.service;

import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.meganode.PageMoves;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.state.MeganodeView;
import dev.mangrove.server.state.PendingMoves;
import dev.mangrove.server.state.RequestKeys;
import dev.mangrove.server.state.ServerMeganodes;

/** One {@link MeganodeKind#MOVE} request: a step in the move of a page from or to this server. */
final class MoveStep {
    private static final int FIRST_PLACED = 8;
    private static final int FIRST_FORWARDED = 5;

    private final ServerMeganodes tree;
    private final MeganodeView view;
    private final RequestKeys keys;
    private final PendingMoves pending;
    private final EntryTally tally;
    private final PageMoves moves;
    private final KeyOrder order;
    private final Reply reply;

    MoveStep(ServerMeganodes tree, MeganodeView view, Reply reply) {
        this.tree = tree;
        this.view = view;
        this.keys = view.keys();
        this.pending = tree.pending();
        this.tally = tree.tally();
        this.moves = view.tree().moves();
        this.order = view.tree().order();
        this.reply = reply;
    }

    /** Executes the step; returns the number of bytes of the answer. */
    int run() {
        int step = Math.clamp(word(1), -1, Integer.MAX_VALUE);
        keys.require(wordsOf(step));
        tally.begin();
        try {
            return run(step);
        } finally {
            tally.end();
        }
    }

    private int run(int step) {
        return switch (step) {
            case MeganodeKind.PLACE -> answer(place());
            case MeganodeKind.DISCARD -> answer(discard() ? 1 : 0);
            case MeganodeKind.FORWARD -> answer(forward());
            case MeganodeKind.CANCEL -> answer(moves.cancel(word(2), word(3)) ? 1 : 0);
            case MeganodeKind.COMPLETE -> answer(pending.complete(word(2), tally) ? 1 : 0);
            case MeganodeKind.FORGET -> answer(pending.forget(word(2)) ? 1 : 0);
            default -> list();
        };
    }

    private static int wordsOf(int step) {
        return switch (step) {
            case MeganodeKind.PLACE -> FIRST_PLACED;
            case MeganodeKind.FORWARD -> FIRST_FORWARDED;
            case MeganodeKind.CANCEL -> 4;
            case MeganodeKind.DISCARD,
                    MeganodeKind.COMPLETE,
                    MeganodeKind.FORGET,
                    MeganodeKind.PENDING ->
                    3;
            default -> throw new IllegalArgumentException("step is 0 to 6: step=" + step);
        };
    }

    private long place() {
        int level = Math.clamp(word(3), -1, Integer.MAX_VALUE);
        long low = keys.bound(4);
        EntryBuffer entries = entries(FIRST_PLACED);
        long copy =
                word(5) == 1
                        ? moves.placeBounded(level, low, keys.key(6), word(7), entries)
                        : moves.placeUnbounded(level, low, entries);
        int leafEntries = level == Page.LEAF ? entries.size() : 0;
        pending.add(
                new PendingMoves.Move(
                        copy,
                        word(2),
                        level,
                        order.copy(low),
                        leafEntries,
                        tree.keysOf(view),
                        false));
        return copy;
    }

    private boolean discard() {
        boolean known = pending.discard(word(2));
        if (known) {
            moves.discard(word(2));
        }
        return known;
    }

    /** A page goes on only when nothing leads to where it was before. */
    private int forward() {
        if (pending.isArriving(word(2))) {
            return MeganodeKind.ARRIVING;
        }
        boolean done = moves.forward(word(2), word(3), word(4), entries(FIRST_FORWARDED));
        if (done) {
            tree.gavePage();
        }
        return done ? MeganodeKind.YES : MeganodeKind.NO;
    }

    private EntryBuffer entries(int first) {
        int words = keys.words();
        EntryBuffer entries = new EntryBuffer((words - first) / 2);
        for (int i = first; i + 1 < words; i += 2) {
            entries.add(keys.bound(i), word(i + 1));
        }
        return entries;
    }

    private int list() {
        put(0, tree.hasGivenPages() ? 1 : 0);
        int words = 1;
        for (PendingMoves.Move move : pending.after(word(2), MeganodeKind.MOST_PENDING)) {
            put(words++, move.copy());
            put(words++, move.page());
            put(words++, move.level());
            keys.put(reply, words++, order.word(move.low()));
            put(words++, move.isComplete() ? 1 : 0);
        }
        return keys.end(reply, words);
    }

    private int answer(long word) {
        put(0, word);
        return keys.end(reply, 1);
    }

    private void put(int i, long word) {
        Words.put(reply.memory(), Reply.PAYLOAD, i, word);
    }

    private long word(int i) {
        return keys.word(i);
    }
}
