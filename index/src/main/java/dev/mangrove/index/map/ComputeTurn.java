package dev.mangrove.index.map;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The turn of a thread among those of this process that compute new values of the same key. Without
 * turns, all threads but one compute in vain whenever a value changes: a thousand threads that
 * increment a counter at once would read it half a million times. A thread takes its turn when its
 * first attempt has failed, so threads that do not meet pay nothing.
 *
 * <p>Turns only save work: a thread that waits too long goes on without one. So functions that
 * compute with other keys cannot block each other for ever.
 */
final class ComputeTurn implements AutoCloseable {
    /** Chosen: many more than threads that usually compute at the same time; a power of two. */
    private static final int LOCKS = 256;

    /** Chosen: the time of thousands of changes in shared memory, and of hundreds by a network. */
    private static final long LONGEST_WAIT_MILLIS = 100;

    private static final ReentrantLock[] LOCK_OF = new ReentrantLock[LOCKS];

    static {
        for (int i = 0; i < LOCKS; i++) {
            LOCK_OF[i] = new ReentrantLock();
        }
    }

    private final Object key;
    private @Nullable ReentrantLock taken;

    ComputeTurn(Object key) {
        this.key = key;
    }

    /** Waits for this thread's turn, unless it has it; whether it has it now. */
    boolean take() {
        if (taken != null) {
            return true;
        }
        int hash = key.hashCode();
        ReentrantLock lock = LOCK_OF[(hash ^ hash >>> 16) & LOCKS - 1];
        try {
            if (lock.tryLock(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                taken = lock;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return taken != null;
    }

    @Override
    public void close() {
        if (taken != null) {
            taken.unlock();
        }
    }
}
