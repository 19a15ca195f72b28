package dev.mangrove.fabric.litmus;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Two threads of a litmus test, and a barrier that lets them start each round together. */
public final class TwoThreads {
    private static final int TIMES = Integer.getInteger("mangrove.litmus", 1);

    /** A thread that waits longer than this waits for ever. Chosen: far above any pause. */
    private static final long LIMIT_SECONDS = 100;

    /** Chosen: rounds end before the limit where two threads seldom run at the same time. */
    private static final long ENOUGH_NANOS = 20_000_000_000L;

    /** Polls before the processor is given to another thread. */
    private static final int SPINS = 200;

    private final AtomicLong first = new AtomicLong();
    private final AtomicLong second = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final long start = System.nanoTime();
    private volatile long lastMeeting = Long.MAX_VALUE;
    private volatile boolean ended;

    /** What a thread does. */
    public interface Body {
        /** Runs it. */
        void run() throws Exception;
    }

    /** Rounds of a test: as many as a build has time for; by hand more, {@code mangrove.litmus}. */
    public static int rounds(int few) {
        return TIMES * few;
    }

    /**
     * Runs both to their end; throws what one of them throws.
     *
     * @throws AssertionError if one of them does not end
     */
    public void run(Body one, Body other) throws Exception {
        ExecutorService threads =
                Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory());
        Future<?> running = threads.submit(() -> call(one));
        Future<?> beside = threads.submit(() -> call(other));
        try {
            running.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            beside.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("a thread waits for ever", e);
        } catch (ExecutionException e) {
            throw new AssertionError(failure.get());
        } finally {
            ended = true;
            threads.shutdownNow();
        }
    }

    private Void call(Body body) throws Exception {
        try {
            body.run();
            return null;
        } catch (Exception | Error e) {
            failure.compareAndSet(null, e);
            ended = true;
            throw e;
        }
    }

    /** First thread: waits until the second is in the same round. */
    public void meetAsFirst(long round) {
        if (lastMeeting == Long.MAX_VALUE && System.nanoTime() - start > ENOUGH_NANOS) {
            lastMeeting = round;
        }
        meet(first, second, round);
    }

    /** Whether the threads shall not meet in rounds after this one, because of the time. */
    public boolean isLast(long round) {
        return round >= lastMeeting;
    }

    /** Second thread: waits until the first is in the same round. */
    public void meetAsSecond(long round) {
        meet(second, first, round);
    }

    private void meet(AtomicLong mine, AtomicLong other, long round) {
        mine.set(round);
        for (int polls = 1; other.get() < round; polls++) {
            pause(polls);
        }
    }

    /**
     * Lets the other thread run.
     *
     * @throws IllegalStateException if the test has ended
     */
    @SuppressWarnings("ThreadPriorityCheck") // Only so that a busy machine gets on.
    public void pause(int polls) {
        if (ended) {
            throw new IllegalStateException("the other thread has failed");
        }
        if (polls % SPINS == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }
}
