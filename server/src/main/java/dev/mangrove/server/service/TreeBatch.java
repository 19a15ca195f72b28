package dev.mangrove.server.service;

import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.local.LocalTree;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Request;

/** The operations of one {@link TreeKind#APPLY_ALL} request on a tree. */
final class TreeBatch implements OperationRun.Operations {
    /** Words before the first operation: the tree. */
    private static final int BEFORE = 1;

    private final LocalTree tree;
    private final Request request;
    private final Lookup found = new Lookup();

    TreeBatch(LocalTree tree, Request request) {
        this.tree = tree;
        this.request = request;
    }

    /** Number of operations of a request. */
    static int count(Request request) {
        return OperationRun.count(request, BEFORE, TreeKind.OPERATION_WORDS);
    }

    @Override
    public boolean execute(int i) {
        int word = BEFORE + TreeKind.OPERATION_WORDS * i;
        long code = word(word);
        long key = word(word + 1);
        found.value = 0;
        return code == TreeKind.GET_OPERATION
                ? tree.get(key, found)
                : tree.change(code, key, word(word + 2), word(word + 3));
    }

    @Override
    public long value() {
        return found.value;
    }

    private long word(int i) {
        return Words.get(request.memory(), Request.PAYLOAD, i);
    }
}
