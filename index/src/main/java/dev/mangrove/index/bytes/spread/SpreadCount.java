package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.bytes.spread.ServerClocks.Life;
import dev.mangrove.index.bytes.tree.KeyRange;

import java.util.List;

/** Counts the keys of a range, in parts. */
final class SpreadCount {
    private final SpreadTree tree;
    private final ExpiringEntries part;

    /** Numbers of entries that count as present, and of those that count as absent. */
    record Counts(long living, long expired) {}

    SpreadCount(SpreadTree tree) {
        this.tree = tree;
        this.part = new ExpiringEntries(tree);
    }

    Counts count(KeyRange range) {
        long stored = 0;
        long expired = 0;
        List<KeyRange> left = List.of(range);
        // Ends: each part but the last leaves only larger keys.
        while (!left.isEmpty()) {
            left = part.read(left.getFirst());
            stored += part.stored();
            expired += expired();
        }
        return new Counts(stored - expired, expired);
    }

    private int expired() {
        int expired = 0;
        for (int i = 0; i < part.size(); i++) {
            boolean absent =
                    part.life(i) == Life.UNKNOWN
                            ? !tree.contains(part.key(i))
                            : part.life(i) == Life.EXPIRED;
            expired += absent ? 1 : 0;
        }
        return expired;
    }
}
