package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.btree.keeper.TreeKeeper;
import dev.mangrove.index.btree.strings.StringTree;

import org.jspecify.annotations.Nullable;

import java.util.function.BooleanSupplier;

/**
 * Merges sparse leaves, part by part, and goes on behind the last part the next time. The head of
 * the package says what happens to long keys.
 */
final class SparseLeaves implements TreeKeeper {
    /** Leaves of one turn. Chosen: those of about as many entries as {@link ExpirySweep} reads. */
    private static final int LEAVES = 1_024;

    private final StringTree tree;
    private final ExtentStock stock;

    /** The smallest key of the leaf that comes next; null for the first leaf. */
    private byte @Nullable [] next;

    SparseLeaves(StringTree tree, ExtentStock stock) {
        this.tree = tree;
        this.stock = stock;
    }

    @Override
    public void round(BooleanSupplier goOn) {
        for (int i = 0; i < LEAVES && goOn.getAsBoolean(); i++) {
            visit();
            if (next == null) {
                break;
            }
        }
        stock.settle();
    }

    /** Visits all leaves once; returns the number of those that were merged. */
    long all() {
        long before = merged();
        next = null;
        do {
            visit();
        } while (next != null); // Ends: each visit leads to larger keys.
        stock.settle();
        return merged() - before;
    }

    /** As a change: the extents of keys that a merge has moved are in the tree afterwards. */
    private void visit() {
        stock.begin();
        try {
            next = tree.keepLeaf(next);
            stock.done();
        } catch (RuntimeException | Error e) {
            stock.failed();
            throw e;
        }
        stock.sendReplaced();
    }

    @Override
    public long merged() {
        return tree.merged();
    }
}
