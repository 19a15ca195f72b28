package dev.mangrove.fabric;

/**
 * Counts what a channel has done. Written by the channel's thread; other threads may read slightly
 * old values.
 */
public final class Meter {
    /** Requests and payload bytes of each verb, side by side: a request touches one cache line. */
    private final long[] counts = new long[2 * Verb.values().length];

    private long roundTrips;
    private long messagesReceived;
    private long bytesReceived;

    /** Counts from zero. */
    public Meter() {}

    /** Counts one batch; for providers. */
    public void batch() {
        roundTrips++;
    }

    /** Counts one request; for providers. */
    public void request(Verb verb, int bytes) {
        int i = 2 * verb.code();
        counts[i]++;
        counts[i + 1] += bytes;
    }

    /** Counts one message from the server; for providers. */
    public void received(int bytes) {
        messagesReceived++;
        bytesReceived += bytes;
    }

    /** Batches submitted: each is one round trip, whatever it holds. */
    public long roundTrips() {
        return roundTrips;
    }

    /** Requests of one kind. */
    public long requests(Verb verb) {
        return counts[2 * verb.code()];
    }

    /** Atomics of all kinds. */
    public long atomics() {
        return requests(Verb.COMPARE_AND_SWAP)
                + requests(Verb.MASKED_COMPARE_AND_SWAP)
                + requests(Verb.FETCH_AND_ADD);
    }

    /** Payload bytes brought here by READs, gathers and atomics. */
    public long bytesRead() {
        return payload(Verb.READ) + payload(Verb.GATHER) + atomics() * Long.BYTES;
    }

    /** Payload bytes carried away by WRITEs, scatters, SENDs and atomics. */
    public long bytesWritten() {
        return payload(Verb.WRITE)
                + payload(Verb.WRITE_IMMEDIATE)
                + payload(Verb.SCATTER)
                + payload(Verb.SEND)
                + atomics() * Long.BYTES;
    }

    /** Messages from the server. */
    public long messagesReceived() {
        return messagesReceived;
    }

    /** Payload bytes of messages from the server. */
    public long bytesReceived() {
        return bytesReceived;
    }

    private long payload(Verb verb) {
        return counts[2 * verb.code() + 1];
    }
}
