package dev.mangrove.index.latch;

import dev.mangrove.fabric.Host;

import org.jspecify.annotations.Nullable;

/** A thread's place in the line for one latch. Used again and again, for one latch at a time. */
public final class LatchTurn {
    private static final int SPINS = 256;
    private static final long LONGEST_REST_NANOS = 10_000_000;

    private final Host host;
    private final Host.Signal signal;
    private long latch;
    private long word;
    private int inARow;

    /** The one behind. Set without a call, which a full stack may refuse. */
    volatile @Nullable LatchTurn next;

    /** Whether it has a place in line. Set without a call, too. */
    boolean inLine;

    private volatile boolean granted;

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

    /** Waits until the one before is done. */
    void awaitTurn() {
        try {
            await();
        } catch (RuntimeException | Error e) {
            while (!granted) {
                Thread.onSpinWait(); // Its place cannot be given up, only passed on in its turn.
            }
            throw e;
        }
    }

    private void await() {
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
        try {
            signal.raise();
        } catch (StackOverflowError e) {
            // The turn is granted, and who waits for it looks every 10 ms.
            assert granted;
        }
    }
}
