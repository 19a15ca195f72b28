package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;

import org.jspecify.annotations.Nullable;

/**
 * A get or a put of one thread, as a node in its process's queue for the key. Reusable, for one
 * operation at a time.
 */
final class DelegatedOperation {
    /** Chosen: some microseconds, about a round trip; then the thread sleeps. */
    private static final int SPINS = 256;

    /** Chosen: a bound only; the thread ahead raises the signal. */
    private static final long LONGEST_REST_NANOS = 10_000_000;

    /** State of an operation. */
    enum State {
        /** A thread further ahead in the queue works. */
        WAITS,
        /** Its own thread works, for itself and for threads behind it. */
        LEADS,
        /** Another thread has executed it. */
        DONE,
        /** Another thread has tried and failed. */
        FAILED
    }

    private final Host host;
    private final Host.Signal signal;
    private long tree;
    private long key;
    private long value;
    private boolean puts;
    private boolean result;
    private @Nullable Throwable failure;
    private volatile @Nullable DelegatedOperation next;
    private volatile State state = State.DONE;

    /** Creates the node of a thread. */
    DelegatedOperation(Host host) {
        this.host = host;
        this.signal = host.signal();
    }

    /** Becomes a get. */
    DelegatedOperation get(long ofTree, long wanted) {
        return begin(ofTree, wanted, false, 0);
    }

    /** Becomes a put. */
    DelegatedOperation put(long ofTree, long wanted, long fresh) {
        return begin(ofTree, wanted, true, fresh);
    }

    private DelegatedOperation begin(long ofTree, long wanted, boolean isPut, long fresh) {
        tree = ofTree;
        key = wanted;
        puts = isPut;
        value = fresh;
        next = null;
        failure = null;
        state = State.WAITS;
        return this;
    }

    long tree() {
        return tree;
    }

    long key() {
        return key;
    }

    boolean puts() {
        return puts;
    }

    /** The value to put, or the one that was found. */
    long value() {
        return value;
    }

    /** Of a get, whether the key was present; of a put, whether it was absent. */
    boolean result() {
        return result;
    }

    State state() {
        return state;
    }

    /** The exception to throw after a failure. */
    RuntimeException failure() {
        return failure instanceof RuntimeException e
                ? e
                : new IllegalStateException("the thread that worked for this one failed", failure);
    }

    boolean isFor(DelegatedOperation other) {
        return tree == other.tree && key == other.key;
    }

    /** Links itself behind another node, and waits until it is done or leads. */
    void follow(DelegatedOperation before) {
        SharedWords.beforeHeapAccess(); // The thread ahead may look for this node already.
        before.next = this;
        for (int looks = 0; state == State.WAITS; looks++) {
            if (looks < SPINS) {
                host.spinWait();
            } else {
                signal.await(LONGEST_REST_NANOS);
            }
        }
    }

    /** The next node, or null if none has been linked yet. */
    @Nullable DelegatedOperation next() {
        return next;
    }

    /** Waits for the next node, whose thread is about to link it. */
    DelegatedOperation awaitNext() {
        // Ends: the thread behind has swapped the tail and links its node by its next store.
        while (true) {
            DelegatedOperation behind = next;
            if (behind != null) {
                return behind;
            }
            host.spinWait();
        }
    }

    /** Makes its own thread the leader. */
    void lead() {
        settle(State.LEADS);
    }

    /** Reports its result; from now on its thread may reuse the node. */
    void done(boolean met, long found) {
        result = met;
        value = found;
        settle(State.DONE);
    }

    /** Reports a failure. */
    void failed(Throwable why) {
        failure = why;
        settle(State.FAILED);
    }

    private void settle(State now) {
        state = now;
        SharedWords.beforeHeapAccess(); // Its thread may have seen this and gone on.
        signal.raise();
    }
}
