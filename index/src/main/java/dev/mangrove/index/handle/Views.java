package dev.mangrove.index.handle;

import dev.mangrove.MangroveException;
import dev.mangrove.OperationBatch;
import dev.mangrove.OutcomeUnknownException;
import dev.mangrove.ServerLostException;
import dev.mangrove.ServerTimeoutException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;

import org.jspecify.annotations.Nullable;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;

/**
 * The views of a handle; see the package's comment for how threads share them.
 *
 * @param <V> type of a view
 */
final class Views<V> {
    /**
     * Views of a handle at most. Chosen: a view costs a connection and a cache, and a machine whose
     * cores are all at work in one index has hardly more of them; a power of two.
     */
    static final int MOST = 64;

    /** References of a cache line, so that threads of different slots do not share a line. */
    private static final int STRIDE = 16;

    /** Chosen: as long as a client waits for a latch; a view that is missing longer is kept. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    /**
     * Chosen: longer than it takes to open a view on a busy machine. A thread waits so long for the
     * view that another one opens, or for one that is given back; where connections take longer, as
     * to a server that is lost, each thread finds out by itself.
     */
    private static final long OPENING_NANOS = 100_000_000;

    /** Spreads consecutive thread numbers over the slots: 2^32 divided by the golden ratio. */
    private static final int SPREAD = 0x9E3779B9;

    private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(MOST);

    private final Host host;
    private final Supplier<V> opener;
    private final Consumer<V> closer;
    private final AtomicReferenceArray<@Nullable V> slots =
            new AtomicReferenceArray<>(MOST * STRIDE);
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger opening = new AtomicInteger();
    private final Queue<Host.Signal> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /**
     * Starts with one view.
     *
     * @param opener opens another view
     * @param closer closes a view
     */
    Views(Host host, V first, Supplier<V> opener, Consumer<V> closer) {
        this.host = host;
        this.opener = opener;
        this.closer = closer;
        opened.set(1);
        giveBack(first);
    }

    /** A view that no other thread uses; the caller gives it back. */
    V take() {
        if (closed) {
            throw new IllegalStateException("this handle of the index is closed; open another");
        }
        int home = home();
        V view = takeFrom(home);
        return view != null ? view : takeElsewhere(home);
    }

    /** Ends the use of a view; nothing if it is null. */
    void giveBack(@Nullable V view) {
        if (view == null) {
            return;
        }
        int slot = home();
        while (!slots.compareAndSet(slot * STRIDE, null, view)) {
            slot = (slot + 1) % MOST; // Ends: there are as many slots as views.
        }
        SharedWords.beforeHeapAccess();
        if (!waiting.isEmpty()) {
            wakeOne();
        }
        if (closed) {
            closeIdle();
        }
    }

    /**
     * Decides on a view whose operation has failed.
     *
     * @return the view if it is to be given back, null if it has been closed
     */
    @Nullable V afterFailure(V view, MangroveException failure) {
        boolean lost =
                failure instanceof ServerLostException
                        || failure instanceof ServerTimeoutException
                        || failure instanceof OutcomeUnknownException;
        if (!lost) {
            return view;
        }
        opened.decrementAndGet();
        try {
            closer.accept(view);
        } catch (MangroveException e) {
            failure.addSuppressed(e);
        }
        wakeOne();
        return null;
    }

    /** As {@link #afterFailure}, after a batch of which operations may have failed. */
    private @Nullable V afterBatch(V view, OperationBatch batch) {
        @Nullable V sound = view;
        for (int i = 0; batch.failed() > 0 && sound != null && i < batch.size(); i++) {
            if (batch.failure(i) instanceof MangroveException failure) {
                sound = afterFailure(view, failure);
            }
        }
        return sound;
    }

    /** Executes an operation with a view; for those beside which its capture costs nothing. */
    <T extends @Nullable Object> T with(Function<V, T> operation) {
        V view = take();
        @Nullable V sound = view;
        try {
            return operation.apply(view);
        } catch (MangroveException e) {
            sound = afterFailure(view, e);
            throw e;
        } finally {
            giveBack(sound);
        }
    }

    /**
     * Applies a batch with a view. A view by which an operation of the batch has found a server
     * lost is closed, as after a single operation.
     */
    <B extends OperationBatch> int apply(B batch, ToIntBiFunction<V, B> operation) {
        V view = take();
        @Nullable V sound = view;
        try {
            int failed = operation.applyAsInt(view, batch);
            sound = afterBatch(view, batch);
            return failed;
        } catch (MangroveException e) {
            sound = afterFailure(view, e);
            throw e;
        } finally {
            giveBack(sound);
        }
    }

    /** Opens a cursor, which keeps its view until it is at its end or closed. */
    <C> C cursor(Function<V, C> opening) {
        V view = take();
        @Nullable V unused = view;
        try {
            C cursor = opening.apply(view);
            unused = null;
            return cursor;
        } catch (MangroveException e) {
            unused = afterFailure(view, e);
            throw e;
        } finally {
            giveBack(unused);
        }
    }

    /** Closes all views: idle ones now, others when they are given back. */
    void close() {
        closed = true;
        closeIdle();
        while (!waiting.isEmpty()) {
            wakeOne();
        }
    }

    boolean isClosed() {
        return closed;
    }

    private static int home() {
        return ((int) Thread.currentThread().threadId() * SPREAD) >>> SHIFT;
    }

    private V takeElsewhere(int home) {
        V view = takeIdle(home);
        long started = view == null ? host.nanoTime() : 0;
        long waited = 0;
        while (view == null) {
            boolean patient = waited < OPENING_NANOS;
            if (mayOpen(patient)) {
                return open();
            }
            view = await(home, patient, waited);
            waited = host.nanoTime() - started;
        }
        return view;
    }

    private @Nullable V takeIdle(int home) {
        for (int i = 0; i < MOST; i++) {
            V view = takeFrom((home + i) % MOST);
            if (view != null) {
                return view;
            }
        }
        return null;
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

    /**
     * Whether this thread shall open a view.
     *
     * @param patient whether it leaves that to a thread that is already opening one
     */
    private boolean mayOpen(boolean patient) {
        if (opened.get() >= MOST) {
            return false;
        }
        if (!patient) {
            opening.incrementAndGet();
        } else if (!opening.compareAndSet(0, 1)) {
            return false;
        }
        int count = opened.get();
        while (count < MOST && !opened.compareAndSet(count, count + 1)) {
            count = opened.get();
        }
        if (count < MOST) {
            return true;
        }
        endOpening();
        return false;
    }

    private V open() {
        boolean open = false;
        try {
            V view = Thread.currentThread().isVirtual() ? openByPlatformThread() : opener.get();
            open = true;
            return view;
        } finally {
            if (!open) {
                opened.decrementAndGet();
            }
            endOpening();
        }
    }

    /**
     * Opens a view for a virtual thread, which leaves its carrier meanwhile. Opening waits for
     * servers, and takes locks of the JDK. If a virtual thread without a carrier is the next to get
     * such a lock, a server of this process cannot get it either, and the threads that have the
     * carriers would wait for that server.
     */
    private V openByPlatformThread() {
        FutureTask<V> task = new FutureTask<>(opener::get);
        Thread thread = new Thread(task, "mangrove-open-view");
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            // Ends: the task does, and an interrupt is delivered once.
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true; // Not now: the view would be lost.
                } catch (ExecutionException e) {
                    throw failure(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException failure(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof RuntimeException thrown
                ? thrown
                : new IllegalStateException(e);
    }

    /** The next thread that waits may find that it has to open a view itself. */
    private void endOpening() {
        opening.decrementAndGet();
        SharedWords.beforeHeapAccess();
        wakeOne();
    }

    /** Waits for a view; null if the caller shall look again. */
    private @Nullable V await(int home, boolean patient, long waited) {
        if (closed) {
            throw new IllegalStateException("this handle of the index is closed; open another");
        }
        if (waited >= PATIENCE_NANOS || Thread.currentThread().isInterrupted()) {
            wakeOne(); // A signal that came too late for this thread.
            throw new IllegalStateException(
                    (waited >= PATIENCE_NANOS ? "" : "interrupted, as ")
                            + "all views of this handle are in use: close cursors that have not"
                            + " come to their end, views="
                            + MOST);
        }
        Host.Signal signal = host.signal();
        enter(signal);
        V view = takeIdle(home);
        SharedWords.beforeHeapAccess();
        if (view == null && opened.get() == MOST) {
            signal.await(PATIENCE_NANOS - waited);
        } else if (view == null && patient && opening.get() > 0) {
            signal.await(OPENING_NANOS - waited);
        }
        if (!waiting.remove(signal) && view != null) {
            wakeOne(); // The signal was meant for a thread that still waits.
        }
        return view;
    }

    private void enter(Host.Signal signal) {
        SharedWords.beforeHeapAccess();
        waiting.add(signal);
    }

    private void wakeOne() {
        Host.Signal signal = waiting.poll();
        if (signal != null) {
            signal.raise();
        }
    }

    private void closeIdle() {
        for (V view = takeIdle(0); view != null; view = takeIdle(0)) {
            opened.decrementAndGet();
            closer.accept(view);
        }
    }
}
