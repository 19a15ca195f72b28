package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.bytes.tree.KeyRange;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Removes expired entries, part by part, and goes on behind the last part the next time. The head
 * of the package says why it removes none that was renewed.
 */
final class ExpirySweep {
    /** Parts of one turn. Chosen: some 65,000 entries, which take less than a second. */
    private static final int PARTS = 64;

    private final SpreadTree tree;
    private final ExpiringEntries part;
    private List<KeyRange> left = List.of();

    ExpirySweep(SpreadTree tree) {
        this.tree = tree;
        this.part = new ExpiringEntries(tree);
    }

    /** Sweeps some entries; returns the number of those that were removed. */
    long some(BooleanSupplier goOn) {
        long removed = 0;
        left = left.isEmpty() ? List.of(KeyRange.ALL) : left;
        for (int i = 0; i < PARTS && !left.isEmpty() && goOn.getAsBoolean(); i++) {
            left = part.read(left.getFirst());
            removed += removeExpired();
        }
        tree.settle();
        return removed;
    }

    /** Sweeps all entries; returns the number of those that were removed. */
    long all() {
        long removed = 0;
        left = List.of(KeyRange.ALL);
        // Ends: each part but the last leaves only larger keys.
        while (!left.isEmpty()) {
            removed += some(() -> true);
        }
        return removed;
    }

    private long removeExpired() {
        long removed = 0;
        for (int i = 0; i < part.size(); i++) {
            boolean swept = part.isOver(i) && tree.sweep(part.key(i), part.pointer(i));
            removed += swept ? 1 : 0;
        }
        return removed;
    }
}
