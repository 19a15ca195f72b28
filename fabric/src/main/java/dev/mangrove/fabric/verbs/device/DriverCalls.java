package dev.mangrove.fabric.verbs.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls of the hot path. In C they are inline functions that jump through pointers within the
 * context, to code of the device's driver.
 */
@SuppressWarnings("restricted") // Every call here goes into a driver.
public final class DriverCalls {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle POST =
            LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));

    /** A short, non-blocking call: linked as critical, without a thread state transition. */
    private static final MethodHandle POLL =
            LINKER.downcallHandle(
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG),
                    Linker.Option.critical(false));

    private static final MethodHandle NOTIFY =
            LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT));

    private final MemorySegment postSend;
    private final MemorySegment postReceive;
    private final MemorySegment postSharedReceive;
    private final MemorySegment pollCq;
    private final MemorySegment requestNotify;

    DriverCalls(MemorySegment context) {
        postSend = function(context, "post_send");
        postReceive = function(context, "post_recv");
        postSharedReceive = function(context, "post_srq_recv");
        pollCq = function(context, "poll_cq");
        requestNotify = function(context, "req_notify_cq");
    }

    private static MemorySegment function(MemorySegment context, String name) {
        return MemorySegment.ofAddress(context.get(Ibv.LONG, Ibv.offset(Ibv.CONTEXT, name)));
    }

    /** Posts a chain of requests; 0 or an error number. */
    int postSend(long queuePair, long requests, long bad) {
        return post(postSend, queuePair, requests, bad);
    }

    /** Posts a chain of receives; 0 or an error number. */
    int postReceive(long queuePair, long requests, long bad) {
        return post(postReceive, queuePair, requests, bad);
    }

    /** Posts a chain of receives to a shared queue; 0 or an error number. */
    public int postSharedReceive(long queue, long requests, long bad) {
        return post(postSharedReceive, queue, requests, bad);
    }

    private static int post(MemorySegment function, long queue, long requests, long bad) {
        try {
            return (int) POST.invokeExact(function, queue, requests, bad);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Takes at most {@code most} completions; how many, or a negative error number. */
    int poll(long queue, int most, long completions) {
        try {
            return (int) POLL.invokeExact(pollCq, queue, most, completions);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Asks for an event at the next completion; 0 or an error number. */
    int requestNotify(long queue) {
        try {
            return (int) NOTIFY.invokeExact(requestNotify, queue, 0);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
