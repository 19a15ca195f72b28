package dev.mangrove.fabric.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Waits until a descriptor of a native library can be read or another thread asks for attention.
 * The descriptor is made non-blocking. One thread waits at a time; {@link #wakeUp} may be called
 * from any. {@link #close} waits until no thread is inside.
 *
 * <pre>
 * struct pollfd: descriptor (4), events asked for (2), events found (2)
 * </pre>
 */
@SuppressWarnings("restricted") // Every call here goes into the C library.
public final class EventPoll implements AutoCloseable {
    private static final int EFD_CLOEXEC = 0x80000;
    private static final int EFD_NONBLOCK = 0x800;
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;
    private static final int O_NONBLOCK = 0x800;
    private static final short POLLIN = 1;
    private static final long POLL_BYTES = 8;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle EVENTFD =
            function("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle READ =
            function("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle WRITE =
            function("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle PPOLL =
            function(
                    "ppoll",
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG));
    private static final MethodHandle FCNTL =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("fcntl"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                    Linker.Option.firstVariadicArg(2));

    private final MemorySegment polled = Arena.ofAuto().allocate(2 * POLL_BYTES, 8);
    private final MemorySegment time = Arena.ofAuto().allocate(16, 8);
    private final MemorySegment taken = Arena.ofAuto().allocate(JAVA_LONG);
    private final MemorySegment one = Arena.ofAuto().allocate(JAVA_LONG);
    private final int event;
    private boolean waiting;
    private boolean closed;

    /** Watches a descriptor, which stays the caller's. */
    public EventPoll(int descriptor) throws IOException {
        one.set(JAVA_LONG, 0, 1);
        try {
            int flags = (int) FCNTL.invokeExact(descriptor, F_GETFL, 0);
            if (flags < 0
                    || (int) FCNTL.invokeExact(descriptor, F_SETFL, flags | O_NONBLOCK) != 0) {
                throw new IOException("cannot make a descriptor non-blocking: " + descriptor);
            }
            event = (int) EVENTFD.invokeExact(0, EFD_CLOEXEC | EFD_NONBLOCK);
        } catch (Throwable e) {
            throw rethrow(e);
        }
        if (event < 0) {
            throw new IOException(
                    "no descriptor left to wake the poll of descriptor "
                            + descriptor
                            + ": raise the limit of open files (ulimit -n)");
        }
        watch(0, descriptor);
        watch(1, event);
    }

    private static MethodHandle function(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
    }

    private void watch(int index, int descriptor) {
        polled.set(JAVA_INT, index * POLL_BYTES, descriptor);
        polled.set(JAVA_SHORT, index * POLL_BYTES + 4, POLLIN);
    }

    /** Waits for at most the given time; may return early, and does so at once when closed. */
    public void await(long nanos) {
        synchronized (this) {
            if (closed) {
                return;
            }
            waiting = true;
        }
        try {
            time.set(JAVA_LONG, 0, nanos / NANOS_PER_SECOND);
            time.set(JAVA_LONG, 8, nanos % NANOS_PER_SECOND);
            int found = (int) PPOLL.invokeExact(polled, 2L, time, 0L);
            if (found > 0) {
                long ignored = (long) READ.invokeExact(event, taken, (long) Long.BYTES);
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            synchronized (this) {
                waiting = false;
                notifyAll();
            }
        }
    }

    /** Ends the current or the next wait. */
    public synchronized void wakeUp() {
        if (closed) {
            return;
        }
        try {
            long ignored = (long) WRITE.invokeExact(event, one, (long) Long.BYTES);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Wakes the waiting thread, and frees the descriptors once no thread waits. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        wakeUp();
        closed = true;
        boolean interrupted = false;
        while (waiting) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        try {
            Posix.close(event);
        } catch (IOException e) {
            System.getLogger(EventPoll.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot close a descriptor: {0}", e);
        }
    }

    private static IOException rethrow(Throwable e) {
        return switch (e) {
            case IOException io -> io;
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> new IOException(e);
        };
    }
}
