package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.Host;

import org.jspecify.annotations.Nullable;

/**
 * A get or a put of one thread, in the line of those of its process that are for the same key. Used
 * again and again, for one at a time.
 */
final class DelegatedOperation {
    private static final int SPINS = 256;
    private static final long LONGEST_REST_NANOS = 10_000_000;

    /** How it stands with an errand. */
    enum State {
        /** Somebody before it is at work. */
        WAITS,
        /** Its thread is the one to work, for itself and for some behind it. */
        LEADS,
        /** Another thread has done it. */
        DONE,
        /** Another thread has tried. */
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

    /** For a thread of a host. */
    DelegatedOperation(Host host) {
        this.host = host;
        this.signal = host.signal();
    }

    /** To get the value of a key. */
    DelegatedOperation get(long ofTree, long wanted) {
        return begin(ofTree, wanted, false, 0);
    }

    /** To put a value. */
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

    /** Whether the key was there, of a get; whether it was not, of a put. */
    boolean result() {
        return result;
    }

    State state() {
        return state;
    }

    /** Why it failed, to be thrown. */
    RuntimeException failure() {
        return failure instanceof RuntimeException e
                ? e
                : new IllegalStateException("the thread that worked for others failed", failure);
    }

    boolean isFor(DelegatedOperation other) {
        return tree == other.tree && key == other.key;
    }

    /** Lines up behind another, and waits until it is done or leads. */
    void follow(DelegatedOperation before) {
        before.next = this;
        for (int looks = 0; state == State.WAITS; looks++) {
            if (looks < SPINS) {
                host.spinWait();
            } else {
                signal.await(LONGEST_REST_NANOS);
            }
        }
    }

    /** The one behind, if there is one already. */
    @Nullable DelegatedOperation next() {
        return next;
    }

    /** The one behind, who is just about to line up. */
    DelegatedOperation awaitNext() {
        while (true) {
            DelegatedOperation behind = next;
            if (behind != null) {
                return behind;
            }
            host.spinWait();
        }
    }

    /** It is for its own thread to do. */
    void lead() {
        settle(State.LEADS);
    }

    /** It has been done; from now on its thread may use it for another. */
    void done(boolean met, long found) {
        result = met;
        value = found;
        settle(State.DONE);
    }

    /** It could not be done. */
    void failed(Throwable why) {
        failure = why;
        settle(State.FAILED);
    }

    private void settle(State now) {
        state = now;
        signal.raise();
    }
}
