package dev.mangrove.index.btree.local;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.btree.level.Root;

import java.util.concurrent.atomic.AtomicLong;

/** The root of a tree on its own server; shared by all its threads. */
public final class LocalRoot implements Root {
    private final AtomicLong pointer;

    public LocalRoot(AtomicLong pointer) {
        this.pointer = pointer;
    }

    @Override
    public long get() {
        return pointer.get();
    }

    @Override
    public long refresh() {
        return pointer.get();
    }

    @Override
    public boolean swap(long expected, long next) {
        SharedWords.beforeHeapRelease();
        return pointer.compareAndSet(expected, next);
    }
}
