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

    /**
     * Chosen: as long as a client waits for a latch. Where no thread that waits is handed a view,
     * or opens one, for so long, the threads that have them keep them.
     */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    /**
     * Chosen: longer than it takes to open a view on a busy machine. A thread waits so long for the
     * view that another one opens, or for one that is given back; where connections take longer, as
     * to a server that is lost, each thread finds out by itself.
     */
    private static final long OPENING_NANOS = 100_000_000;

    private final Host host;
    private final Supplier<V> opener;
    private final Consumer<V> closer;
    private final IdleViews<V> idle = new IdleViews<>(MOST);
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger opening = new AtomicInteger();
    private final Queue<ViewWaiter<V>> waiting = new ConcurrentLinkedQueue<>();
    private volatile long lastServedNanos;
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
        lastServedNanos = host.nanoTime();
        opened.set(1);
        idle.put(first);
    }

    /** A view that no other thread uses; the caller gives it back. */
    V take() {
        checkOpen();
        V view = waiting.isEmpty() ? idle.takeOwn() : null;
        return view != null ? view : takeElsewhere();
    }

    /** Ends the use of a view; nothing if it is null. */
    void giveBack(@Nullable V view) {
        if (view == null || (!waiting.isEmpty() && handOn(view))) {
            return;
        }
        idle.put(view);
        if (!waiting.isEmpty()) {
            handOnIdle();
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
        inviteFirst();
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
        waiting.forEach(ViewWaiter::wake);
    }

    boolean isClosed() {
        return closed;
    }

    /** Threads that wait for a view. */
    int waiters() {
        return waiting.size();
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this handle of the index is closed; open another");
        }
    }

    private V takeElsewhere() {
        V view = waiting.isEmpty() ? idle.takeAny() : null;
        if (view != null) {
            return view;
        }
        ViewWaiter<V> waiter = new ViewWaiter<>(host);
        begin(waiter);
        view = waiter.view();
        while (view == null) {
            if (beginsToOpen(waiter)) {
                return open();
            }
            await(waiter);
            view = waiter.view();
        }
        return view;
    }

    /** Makes a thread the last of those that wait. */
    void begin(ViewWaiter<V> waiter) {
        enter(waiter);
        handOnIdle(); // One that was given back before its thread could see the waiter.
    }

    private void enter(ViewWaiter<V> waiter) {
        SharedWords.beforeHeapAccess();
        waiting.add(waiter);
        SharedWords.beforeHeapAccess();
    }

    /** Waits for a view, or for a reason to look again. */
    private void await(ViewWaiter<V> waiter) {
        long now = host.nanoTime();
        long unserved = now - Math.max(waiter.startNanos(), lastServedNanos);
        boolean interrupted = Thread.currentThread().isInterrupted();
        if (closed || interrupted || unserved >= PATIENCE_NANOS) {
            leave(waiter);
            checkOpen();
            throw new IllegalStateException(
                    (interrupted ? "interrupted, as " : "")
                            + "all views of this handle are in use: close cursors that have not"
                            + " come to their end, views="
                            + MOST);
        }
        long untilOpening = OPENING_NANOS - (now - waiter.startNanos());
        waiter.await(untilOpening > 0 ? untilOpening : PATIENCE_NANOS - unserved);
    }

    /** Ends a wait without a view; one that the waiter is handed meanwhile goes to the next. */
    private void leave(ViewWaiter<V> waiter) {
        if (waiter.leave()) {
            waiting.remove(waiter);
            inviteFirst();
        } else {
            giveBack(waiter.view());
        }
    }

    /** Hands a view to the thread that has waited longest; false if none waits. */
    private boolean handOn(V view) {
        SharedWords.beforeHeapAccess();
        ViewWaiter<V> first = waiting.poll();
        while (first != null && !first.hand(view)) {
            first = waiting.poll();
        }
        if (first == null) {
            return false;
        }
        lastServedNanos = host.nanoTime();
        inviteFirst();
        return true;
    }

    /** Hands idle views to threads that wait, while there are both. */
    private void handOnIdle() {
        while (!waiting.isEmpty()) { // Each round serves a thread, or finds that none waits.
            V view = idle.takeAny();
            if (view == null) {
                return; // A thread that gives a view back looks at the queue.
            }
            if (!handOn(view)) {
                idle.put(view);
            }
        }
    }

    /** Wakes the thread that has waited longest if it may open a view. */
    private void inviteFirst() {
        SharedWords.beforeHeapAccess();
        ViewWaiter<V> first = waiting.peek();
        if (first != null && mayOpen(first)) {
            first.wake();
        }
    }

    /** Whether the thread that has waited longest is to open a view, as none may come soon. */
    private boolean mayOpen(ViewWaiter<V> first) {
        return opened.get() < MOST && (opening.get() == 0 || !isPatient(first));
    }

    /** Whether a thread leaves it to another that is opening a view. */
    private boolean isPatient(ViewWaiter<V> waiter) {
        return host.nanoTime() - waiter.startNanos() < OPENING_NANOS;
    }

    /** Whether a waiter has left the queue, of which it was the first, to open a view. */
    private boolean beginsToOpen(ViewWaiter<V> waiter) {
        SharedWords.beforeHeapAccess();
        if (waiting.peek() != waiter || !mayOpen(waiter) || closed || !reserve()) {
            return false;
        }
        opening.incrementAndGet();
        if (!waiter.leave()) {
            opened.decrementAndGet();
            endOpening();
            return false;
        }
        waiting.remove(waiter);
        inviteFirst();
        return true;
    }

    /** Counts a view that is about to be opened; false if there are as many as may be. */
    private boolean reserve() {
        int count = opened.get();
        while (count < MOST && !opened.compareAndSet(count, count + 1)) {
            count = opened.get();
        }
        return count < MOST;
    }

    private V open() {
        boolean open = false;
        try {
            V view = Thread.currentThread().isVirtual() ? openByPlatformThread() : opener.get();
            open = true;
            lastServedNanos = host.nanoTime();
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

    private void endOpening() {
        opening.decrementAndGet();
        inviteFirst();
    }

    private void closeIdle() {
        for (V view = idle.takeAny(); view != null; view = idle.takeAny()) {
            opened.decrementAndGet();
            closer.accept(view);
        }
    }
}
