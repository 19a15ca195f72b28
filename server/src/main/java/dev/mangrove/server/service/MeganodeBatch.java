package dev.mangrove.server.service;

import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.meganode.MeganodeTree;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.state.MeganodeView;

/**
 * The operations of one {@link MeganodeKind#APPLY_ALL} request. They stop before one whose search
 * leads to another server or whose put must spread the tree, and after one that leaves separators.
 */
final class MeganodeBatch implements OperationRun.Operations {
    /** Words before the first operation: the tree. */
    private static final int BEFORE = 1;

    private final MeganodeView view;
    private final MeganodeTree tree;
    private final Request request;
    private final Lookup found = new Lookup();
    private boolean hasSeparators;
    private boolean stopped;

    MeganodeBatch(MeganodeView view, Request request) {
        this.view = view;
        this.tree = view.tree();
        this.request = request;
    }

    /** Number of operations of a request. */
    static int count(Request request) {
        return OperationRun.count(request, BEFORE, MeganodeKind.OPERATION_WORDS);
    }

    @Override
    public boolean execute(int i) {
        stopped = hasSeparators;
        if (stopped) {
            return false;
        }
        int word = BEFORE + MeganodeKind.OPERATION_WORDS * i;
        long start = word(word);
        long code = word(word + 1);
        long key = word(word + 2);
        found.value = 0;
        int outcome =
                code == TreeKind.GET_OPERATION
                        ? tree.find(start, PagePointer.NULL, key, found)
                        : change(start, code, key, word);
        stopped = outcome != MeganodeKind.YES && outcome != MeganodeKind.NO;
        return outcome == MeganodeKind.YES;
    }

    private int change(long start, long code, long key, int word) {
        int outcome =
                tree.change(
                        start, PagePointer.NULL, code, key, word(word + 3), word(word + 4), false);
        hasSeparators = tree.unposted().size() > 0;
        return outcome;
    }

    @Override
    public boolean isStopped() {
        return stopped;
    }

    @Override
    public long value() {
        return found.value;
    }

    /** Writes the separators that the last operation has left. */
    void writeSeparators(Reply reply) {
        int count = hasSeparators ? tree.unposted().size() : 0;
        Words.put(reply.memory(), Reply.PAYLOAD, 0, count);
        if (count > 0) {
            int _ = MeganodeServices.putSeparators(reply, 1, view);
        }
    }

    private long word(int i) {
        return Words.get(request.memory(), Request.PAYLOAD, i);
    }
}
