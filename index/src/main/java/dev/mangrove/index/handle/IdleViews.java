package dev.mangrove.index.handle;

import dev.mangrove.fabric.memory.SharedWords;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The idle views of a handle, in slots. A thread looks into the slot that its number leads to
 * first.
 *
 * @param <V> type of a view
 */
final class IdleViews<V> {
    /** References of a cache line, so that threads of different slots do not share a line. */
    private static final int STRIDE = 16;

    /** Spreads consecutive thread numbers over the slots: 2^32 divided by the golden ratio. */
    private static final int SPREAD = 0x9E3779B9;

    private final int slotCount;
    private final int shift;
    private final AtomicReferenceArray<@Nullable V> slots;

    /**
     * Starts without views.
     *
     * @param most views at most; a power of two
     */
    IdleViews(int most) {
        slotCount = most;
        shift = Integer.SIZE - Integer.numberOfTrailingZeros(most);
        slots = new AtomicReferenceArray<>(most * STRIDE);
    }

    /** The view that this thread is to look for first; null if it is not there. */
    @Nullable V takeOwn() {
        return takeFrom(home());
    }

    /** Any idle view; null if there is none. */
    @Nullable V takeAny() {
        int home = home();
        for (int i = 0; i < slotCount; i++) {
            V view = takeFrom((home + i) % slotCount);
            if (view != null) {
                return view;
            }
        }
        return null;
    }

    /** Adds a view that nobody uses. */
    void put(V view) {
        SharedWords.beforeHeapAccess();
        int slot = home();
        while (!slots.compareAndSet(slot * STRIDE, null, view)) {
            slot = (slot + 1) % slotCount; // Ends: there are as many slots as views.
        }
        SharedWords.beforeHeapAccess();
    }

    private int home() {
        return ((int) Thread.currentThread().threadId() * SPREAD) >>> shift;
    }

    private @Nullable V takeFrom(int slot) {
        SharedWords.beforeHeapAccess();
        V view = slots.get(slot * STRIDE);
        if (view == null) {
            return null;
        }
        SharedWords.beforeHeapAccess();
        return slots.compareAndSet(slot * STRIDE, view, null) ? view : null;
    }
}
