package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.bytes.tree.KeyRange;

import java.util.List;
import java.util.function.IntSupplier;

/** Counts the keys of a range, in parts. */
final class SpreadCount {
    private final SpreadTree tree;
    private final ExpiringEntries part;
    private long stored;

    SpreadCount(SpreadTree tree) {
        this.tree = tree;
        this.part = new ExpiringEntries(tree);
    }

    /** The number of keys that are present. */
    long present(KeyRange range) {
        long absent = sum(range, this::absent);
        return stored - absent;
    }

    /** The number of entries that have expired and are still in their leaves. Removes none. */
    long expired(KeyRange range) {
        return sum(range, this::expired);
    }

    private long sum(KeyRange range, IntSupplier ofPart) {
        stored = 0;
        long sum = 0;
        List<KeyRange> left = List.of(range);
        // Ends: each part but the last leaves only larger keys.
        while (!left.isEmpty()) {
            left = part.read(left.getFirst());
            stored += part.stored();
            sum += ofPart.getAsInt();
        }
        return sum;
    }

    private int absent() {
        int absent = 0;
        for (int i = 0; i < part.size(); i++) {
            absent += part.isAlive(i) || tree.contains(part.key(i)) ? 0 : 1;
        }
        return absent;
    }

    private int expired() {
        int expired = 0;
        for (int i = 0; i < part.size(); i++) {
            expired += part.isOver(i) ? 1 : 0;
        }
        return expired;
    }
}
