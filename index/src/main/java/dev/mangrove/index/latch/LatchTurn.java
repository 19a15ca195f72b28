package dev.mangrove.index.latch;

import dev.mangrove.fabric.Host;

import org.jspecify.annotations.Nullable;

/** A thread's place in the line for one latch. Used again and again, for one latch at a time. */
public final class LatchTurn {
    private static final int SPINS = 256;
    private static final long LONGEST_REST_NANOS = 10_000_000;

    private final Host host;
    private final Host.Signal signal;
    private volatile @Nullable LatchTurn next;
    private volatile boolean granted;
    private long latch;
    private long word;
    private int inARow;

    /** A place for a thread of a host. */
    public LatchTurn(Host host) {
        this.host = host;
        this.signal = host.signal();
    }

    /** The word by which the one before held the latch, if it was handed on; else free. */
    public long handed() {
        return word;
    }

    /** How often the latch has been handed on in a row. */
    int inARow() {
        return inARow;
    }

    /** Address of the latch that it is for. */
    long latch() {
        return latch;
    }

    void begin(long address) {
        latch = address;
        next = null;
        granted = false;
        word = LatchOwner.FREE;
        inARow = 0;
    }

    /** Lines up behind another and waits for it. */
    void follow(LatchTurn before) {
        before.next = this;
        for (int looks = 0; !granted; looks++) {
            if (looks < SPINS) {
                host.spinWait();
            } else {
                signal.await(LONGEST_REST_NANOS);
            }
        }
    }

    /** The one behind, if there is one already. */
    @Nullable LatchTurn next() {
        return next;
    }

    /** The one behind, who is just about to line up. */
    LatchTurn awaitNext() {
        while (true) {
            LatchTurn behind = next;
            if (behind != null) {
                return behind;
            }
            host.spinWait();
        }
    }

    /** It is this one's turn. */
    void grant(long handedWord, int timesInARow) {
        word = handedWord;
        inARow = timesInARow;
        granted = true;
        signal.raise();
    }
}
