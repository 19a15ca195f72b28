package dev.mangrove.index.latch;

import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

/** A thread's node in the queue for one latch. Reused, for one latch at a time. */
public final class LatchQueueNode {
    /** Chosen: some microseconds, about the change of a page by verbs; then the thread sleeps. */
    private static final int SPINS = 256;

    /** Chosen: a bound only; the thread ahead raises the signal. */
    private static final long LONGEST_REST_NANOS = 10_000_000;

    private final Host host;
    private final Host.Signal signal;
    private long latch;
    private long word;
    private int inARow;

    /** The next node. Set without a call, which a full stack might make fail. */
    volatile @Nullable LatchQueueNode next;

    /** Whether the node is in a queue. Set without a call as well. */
    boolean inLine;

    private volatile boolean granted;

    /** Creates a node for a thread of a host. */
    public LatchQueueNode(Host host) {
        this.host = host;
        this.signal = host.signal();
    }

    /**
     * The word by which the previous thread holds the latch, if it handed the latch on; else FREE.
     */
    public long handed() {
        return word;
    }

    /** How often the latch has been handed on in a row. */
    int inARow() {
        return inARow;
    }

    /** Address of the latch. */
    long latch() {
        return latch;
    }

    void begin(long address) {
        assert !inLine : "the node is still in a queue";
        latch = address;
        next = null;
        granted = false;
        word = LatchOwner.FREE;
        inARow = 0;
    }

    /** Waits until the previous thread has left. */
    void awaitTurn() {
        try {
            await();
        } catch (RuntimeException | Error e) {
            while (!granted) {
                Thread.onSpinWait(); // A node in the middle of the queue cannot leave.
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

    /** The next node, or null if none has been linked yet. */
    @Nullable LatchQueueNode next() {
        return next;
    }

    /** Waits for the next node, whose thread is about to link it. */
    LatchQueueNode awaitNext() {
        // Ends: the thread behind has swapped the tail and links its node by its next store.
        while (true) {
            LatchQueueNode behind = next;
            if (behind != null) {
                return behind;
            }
            host.spinWait();
        }
    }

    /** Makes this node the first of its queue. */
    void grant(long handedWord, int timesInARow) {
        assert !granted && timesInARow >= 0 : timesInARow;
        word = handedWord;
        inARow = timesInARow;
        granted = true;
        try {
            signal.raise();
        } catch (StackOverflowError e) {
            // The turn is granted; the waiter polls it every 10 ms.
            assert granted;
        }
    }
}
