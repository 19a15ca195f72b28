package dev.mangrove.index.access;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.fabric.memory.AccessWatch;
import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;

/**
 * Calls a hook around every store that this thread makes to memory in place: before it, where the
 * hook may throw instead, and after it. Atomics count as stores, but only by the call before.
 */
public final class WatchedStores implements AccessWatch, AutoCloseable {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Called for the accesses of the thread that created the watch. */
    public interface Hook {
        /** Before a load. */
        default void beforeLoad() {}

        /** Before a store or an atomic. */
        default void beforeStore() {}

        /** After a store. */
        default void afterStore(long offset, long value) {}

        /** Between stores that become visible in this order. */
        default void fence() {}
    }

    private final Thread thread = Thread.currentThread();
    private final Hook hook;

    /** Watches until it is closed; needs a JVM that was started with the flag. */
    public WatchedStores(Hook hook) {
        this.hook = hook;
        SharedWords.watch(this);
    }

    private boolean isMine() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    public long load(MemorySegment memory, long offset) {
        if (isMine()) {
            hook.beforeLoad();
        }
        return memory.get(WORD, offset);
    }

    @Override
    public void store(MemorySegment memory, long offset, long value) {
        if (isMine()) {
            hook.beforeStore();
        }
        memory.set(WORD, offset, value);
        if (isMine()) {
            hook.afterStore(offset, value);
        }
    }

    @Override
    public void release(MemorySegment memory, long offset, long value) {
        storeFence();
        store(memory, offset, value);
    }

    @Override
    public void storeFence() {
        if (isMine()) {
            hook.fence();
        }
    }

    @Override
    public void fullFence() {
        if (isMine()) {
            hook.beforeStore();
        }
    }

    @Override
    public void monitorFence() {}

    @Override
    public void heapAccess() {}

    @Override
    public void holdsMonitor(boolean held) {}

    @Override
    public void close() {
        SharedWords.watch(null);
    }
}
