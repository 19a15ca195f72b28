package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.policy.AccessPolicy;
import dev.mangrove.index.policy.RequestEstimate;

/**
 * Chooses for each read of a server's tree between a message and READs of this client, as the
 * server's policy decides. Gets are measured and reported to the policy. Ranges and bundles of gets
 * are not: their time depends on their length, and policies compare times of single requests.
 */
public final class ReadGuide {
    /** Height of a tree that this client has not descended yet. Source: Cell, section 2.5. */
    private static final int FIRST_HEIGHT = 5;

    /** Entries of a range without a limit. Chosen: those of the server's first answer. */
    private static final int USUAL_RANGE = 64;

    /** Bytes that a get of several reads of a leaf: its header and the key's hash line. */
    private static final int BYTES_OF_A_GET = 128;

    private static final int ANSWER_WORDS = 2;
    private static final int ENTRY_WORDS = 2;

    private final Host host;
    private final AccessPolicy policy;
    private final ReadMeter meter;
    private final InnerLevels inner;
    private final int pageSize;
    private final int fanout;
    private final RequestEstimate estimate = new RequestEstimate();
    private boolean offloads;
    private long pagesBefore;
    private long startedAt;

    /**
     * Creates the guide of a view and a tree.
     *
     * @param meter of the tree's server
     * @param inner the tree's inner levels as this client reads them
     */
    public ReadGuide(Host host, ReadMeter meter, InnerLevels inner, int pageSize, int fanout) {
        this.host = host;
        this.policy = meter.policy();
        this.meter = meter;
        this.inner = inner;
        this.pageSize = pageSize;
        this.fanout = fanout;
    }

    /** Whether the client executes a get; {@link #ended} follows if the get does not fail. */
    boolean offloadsGet(long key) {
        expect(unread(key), height(), ANSWER_WORDS);
        offloads = policy.offloads(estimate);
        pagesBefore = meter.pages();
        startedAt = host.nanoTime();
        return offloads;
    }

    /** Reports the get that {@link #offloadsGet} was asked about. */
    void ended() {
        long nanos = host.nanoTime() - startedAt;
        if (offloads) {
            policy.offloaded(estimate, nanos, meter.pages() - pagesBefore, 0);
        } else {
            policy.served(estimate, nanos);
        }
    }

    /**
     * Whether the client executes several gets: as it would one of them. Either way they are under
     * way at the same time, so that they take as many round trips as one, and their work grows
     * alike at the server and at the card.
     */
    boolean offloadsGets(Lookups wanted) {
        double reads = unread(wanted.key(0));
        double bytes = (reads - 1) * pageSize + (double) wanted.size() * BYTES_OF_A_GET;
        estimate.set(reads, bytes, (1.0 + wanted.size()) * Long.BYTES, height());
        return policy.offloads(estimate);
    }

    /** Whether the client reads a range. */
    boolean offloadsRange(RangeQuery query) {
        boolean limited = query.limit() < Long.MAX_VALUE;
        double entries = limited ? (double) query.limit() : USUAL_RANGE;
        double leaves = 2 * entries / fanout;
        long first = query.descending() ? query.to() : query.from();
        expect(unread(first) + leaves, height() + leaves, entries * ENTRY_WORDS);
        return policy.offloads(estimate);
    }

    private void expect(double reads, double levels, double answerWords) {
        estimate.set(reads, reads * pageSize, answerWords * Long.BYTES, levels);
    }

    private int height() {
        int known = inner.height();
        return known == 0 ? FIRST_HEIGHT : known;
    }

    /** Pages that a search for a key has to read. */
    private int unread(long key) {
        int known = inner.unread(key);
        return known == 0 ? FIRST_HEIGHT : known;
    }
}
