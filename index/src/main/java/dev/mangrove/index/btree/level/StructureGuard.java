package dev.mangrove.index.btree.level;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Excludes merges, moves and splits of inner pages from each other, at one server: while a page is
 * merged away, it does not become the first child of a parent, so first children never die, and its
 * parent does not leave the server before the page's entry is removed. The head of {@code
 * index.btree.meganode} has what goes wrong otherwise. A thread never waits for the guard: merges
 * are optional, and a split or a move is tried again.
 *
 * <p>Each thread has an instance; all of a tree share the flag.
 */
public final class StructureGuard {
    private final AtomicBoolean flag;
    private int depth;

    public StructureGuard(AtomicBoolean flag) {
        this.flag = flag;
    }

    /** Enters unless another thread is inside; may be nested. */
    public boolean tryEnter() {
        if (depth > 0 || flag.compareAndSet(false, true)) {
            depth++;
            return true;
        }
        return false;
    }

    /** Leaves. */
    public void exit() {
        depth--;
        if (depth == 0) {
            flag.set(false);
        }
    }
}
