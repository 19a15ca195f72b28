package dev.mangrove.index.bytes.tree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.latch.WaitLimit;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The lock of a tree: one writer, or several readers. Readers that arrive while a writer waits let
 * it go first. Neither side can starve the other for long, because threads of a server spend most
 * of their time outside, with messages.
 */
final class TreeLock {
    private static final int FREE = 0;
    private static final int WRITER = -1;

    private final Host host;
    private final AtomicInteger state = new AtomicInteger(FREE);
    private final AtomicInteger waitingWriters = new AtomicInteger();

    TreeLock(Host host) {
        this.host = host;
    }

    void lockShared() {
        if (!tryShared()) {
            WaitLimit wait = new WaitLimit(host);
            do {
                wait.pause(0, _ -> "the lock of a tree, to read");
            } while (!tryShared());
        }
    }

    void unlockShared() {
        SharedWords.beforeHeapRelease();
        int _ = state.decrementAndGet();
    }

    void lock() {
        if (tryLock()) {
            return;
        }
        int _ = waitingWriters.incrementAndGet();
        try {
            WaitLimit wait = new WaitLimit(host);
            do {
                wait.pause(0, _ -> "the lock of a tree, to change it");
            } while (!tryLock());
        } finally {
            int _ = waitingWriters.decrementAndGet();
        }
    }

    void unlock() {
        assert state.getPlain() == WRITER : "the lock is not held";
        SharedWords.beforeHeapRelease();
        state.setRelease(FREE);
    }

    /** Takes the lock for a reader if that needs no waiting. */
    boolean tryLockShared() {
        return tryShared();
    }

    private boolean tryShared() {
        SharedWords.beforeHeapAccess();
        int readers = state.get();
        return readers != WRITER
                && waitingWriters.get() == 0
                && state.compareAndSet(readers, readers + 1);
    }

    /** Takes the lock for a writer if that needs no waiting. */
    boolean tryLock() {
        SharedWords.beforeHeapAccess();
        return state.compareAndSet(FREE, WRITER);
    }
}
