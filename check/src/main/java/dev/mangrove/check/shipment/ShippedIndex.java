package dev.mangrove.check.shipment;

import dev.mangrove.ServerLostException;
import dev.mangrove.ServerTimeoutException;
import dev.mangrove.check.history.History;
import dev.mangrove.check.ordered.KeySpace;
import dev.mangrove.index.btree.partition.Shares;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.SecondaryIndex;
import dev.mangrove.index.wire.ShipmentRequest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * The target of one or more shipments, and what they may have made of it. What it has of a key of
 * the source is a get of that key which lasts as long as the shipments.
 */
final class ShippedIndex {
    private final String name;
    private final OrderedOptions options;
    private final boolean references;
    private final long from;
    private final long to;
    private final Shares shares;
    private long begun;
    private long ended;
    private int asked;
    private int answered;
    private boolean ranOut;
    private long loaded = -1;

    /**
     * An index that shall be filled.
     *
     * @param references whether as a secondary index, of all keys
     * @param from smallest key that is copied
     * @param to largest key that is copied
     */
    ShippedIndex(String name, OrderedOptions options, boolean references, long from, long to) {
        this.name = name;
        this.options = options;
        this.references = references;
        this.from = from;
        this.to = to;
        Partitioning partitioning = options.partitioning();
        this.shares = partitioning == null ? Shares.WHOLE : new Shares(partitioning);
    }

    String name() {
        return name;
    }

    OrderedOptions options() {
        return options;
    }

    boolean references() {
        return references;
    }

    long from() {
        return from;
    }

    long to() {
        return to;
    }

    /** What a server is asked to load from a source. */
    ShipmentRequest request(String source) {
        return new ShipmentRequest(source, name, from, to, references, SecondaryIndex.FILL);
    }

    /** A client asks for a shipment. */
    void asked(long time) {
        if (asked++ == 0) {
            begun = time;
        }
    }

    /** Whether a client has asked for a second shipment, which may find the first one's entries. */
    boolean isAskedTwice() {
        return asked > 1;
    }

    /** A client has learnt how its shipment ended. */
    void answered(long time) {
        answered++;
        ended = Math.max(ended, time);
    }

    /** A shipment has ended for lack of memory. */
    void ranOut() {
        ranOut = true;
    }

    /**
     * A shipment has loaded so many entries.
     *
     * @throws IllegalStateException if another one has done so before
     */
    void loaded(long entries) {
        if (loaded > 0) {
            throw new IllegalStateException(name + " was loaded twice");
        }
        loaded = entries;
    }

    /** Whether a client knows that a shipment has succeeded. */
    boolean isLoaded() {
        return loaded >= 0;
    }

    /**
     * Whether shares of it can be compared while other servers are lost: each is at one server, and
     * known by its keys.
     */
    boolean isComparedByShare() {
        return options.design() == Design.COARSE && !references;
    }

    /**
     * Compares what the index has with the promise of its shipments: all or nothing, of each share
     * at least.
     *
     * @param history takes the gets
     * @param now the end of shipments that no client has learnt of
     * @param isExact whether it has the entries of one shipment: nothing changes the source, or no
     *     two shipments were under way at once
     * @throws IllegalStateException if it breaks the promise by itself
     */
    void check(
            OrderedIndex index,
            KeySpace keys,
            History history,
            int client,
            long now,
            boolean isExact) {
        Map<Long, Long> content = new HashMap<>();
        Set<Integer> filled = new HashSet<>();
        read(index, content, filled);
        if (ranOut && asked == 1 && !content.isEmpty()) {
            throw new IllegalStateException(
                    name + " has entries after memory ran out: " + content.size());
        }
        if (loaded >= 0 && (asked == 1 || isExact) && loaded != content.size()) {
            throw new IllegalStateException(
                    name + " has " + content.size() + " entries, and " + loaded + " were loaded");
        }
        record(keys, content, key -> mustHave(key, filled), history, client, now);
        if (!content.isEmpty()) {
            throw new IllegalStateException(name + " has keys that nobody has put: " + content);
        }
    }

    /** Compares the shares whose servers are not lost, key by key; see {@link #check}. */
    void checkShares(OrderedIndex index, KeySpace keys, History history, int client, long now) {
        Map<Long, Long> content = new HashMap<>();
        Set<Integer> filled = new HashSet<>();
        Set<Integer> lost = new HashSet<>();
        for (int rank = 0; rank < keys.size(); rank++) {
            long key = keys.key(rank);
            int share = shares.of(key);
            if (!lost.contains(share)) {
                try {
                    index.get(key).ifPresent(value -> content.put(key, value));
                } catch (ServerLostException | ServerTimeoutException e) {
                    lost.add(share);
                }
            }
        }
        content.keySet().removeIf(key -> lost.contains(shares.of(key)));
        content.keySet().forEach(key -> filled.add(shares.of(key)));
        record(keys, content, key -> filled.contains(shares.of(key)), history, client, now);
    }

    private void record(
            KeySpace keys,
            Map<Long, Long> content,
            LongPredicate mustHave,
            History history,
            int client,
            long now) {
        long end = answered == asked ? ended : now;
        for (int rank = 0; rank < keys.size(); rank++) {
            long key = keys.key(rank);
            Long value = content.remove(key);
            if (value != null) {
                history.found(history.invokeGet(client, key, begun), value, end);
            } else if (key >= from && key <= to && mustHave.test(key)) {
                history.foundAbsent(history.invokeGet(client, key, begun), end);
            }
        }
    }

    /** Whether a shipment that has filled some shares was to copy a key. */
    private boolean mustHave(long key, Set<Integer> filled) {
        if (loaded >= 0) {
            return true;
        }
        // The share of a reference that is missing depends on the value of its key.
        boolean isKnown = !references || shares.count() == 1;
        return isKnown && filled.contains(references ? 0 : shares.of(key));
    }

    private void read(OrderedIndex index, Map<Long, Long> content, Set<Integer> filled) {
        try (Cursor entries = index.range(RangeQuery.all())) {
            while (entries.next()) {
                long key = entries.key();
                filled.add(shares.of(key));
                long original = references ? (int) key ^ Integer.MIN_VALUE : key;
                long value = references ? key >> 32 : entries.value();
                if (content.put(original, value) != null) {
                    throw new IllegalStateException(name + " has two entries of " + original);
                }
                if (original < from || original > to) {
                    throw new IllegalStateException(name + " has a key out of bounds: " + original);
                }
            }
        }
    }

    @Override
    public String toString() {
        String what = references ? "references in " : "copy from " + from + " to " + to + " in ";
        return what + name + " " + options;
    }
}
