package dev.mangrove.fabric.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * Waits for a 32-bit word in shared memory to change, across processes. Wake-ups may be spurious,
 * so callers read the word again. One thread at a time waits with a {@code Futex} object.
 */
@SuppressWarnings("restricted") // The kernel knows futexes by number only.
public final class Futex {
    /** Words that {@link #awaitAny} can watch. */
    public static final int MOST_WORDS = 128;

    private static final long FUTEX = number(202, 98);
    private static final long FUTEX_WAITV = 449;
    private static final int WAIT = 0;
    private static final int WAKE = 1;
    private static final int CLOCK_MONOTONIC = 1;
    private static final long SIZE_U32 = 2;
    private static final long WAITER_BYTES = 24;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Longest sleep where the kernel can watch only one of several words. Chosen: 1 ms bounds the
     * delay on kernels before 5.16.
     */
    private static final long LONGEST_BLIND_SLEEP = 1_000_000;

    private static final int EINVAL = 22;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final FunctionDescriptor SIX_ARGUMENTS =
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle SYSCALL =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("syscall"),
                    SIX_ARGUMENTS,
                    Linker.Option.firstVariadicArg(1));
    private static final boolean WATCHES_SEVERAL = probeWaitv();

    private final MemorySegment time = Arena.ofAuto().allocate(16, 8);
    private final MemorySegment waiters = Arena.ofAuto().allocate(WAITER_BYTES * MOST_WORDS, 8);
    private int words;

    /** A waiter. */
    public Futex() {}

    private static long number(long x86, long arm) {
        String architecture = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return switch (architecture) {
            case "amd64", "x86_64" -> x86;
            case "aarch64" -> arm;
            default -> throw new UnsupportedOperationException("no futex on " + architecture);
        };
    }

    /** Sleeps while the word holds {@code seen}, at most the given time. */
    public void await(MemorySegment memory, long offset, int seen, long nanos) {
        setTime(nanos);
        call(FUTEX, memory.address() + offset, WAIT, seen, time.address(), 0);
    }

    /** Wakes every thread that waits for the word. */
    public static void wake(MemorySegment memory, long offset) {
        call(FUTEX, memory.address() + offset, WAKE, Integer.MAX_VALUE, 0, 0);
    }

    /** Forgets the words to watch. */
    public void clear() {
        words = 0;
    }

    /** Adds a word to watch, which holds {@code seen}. */
    public void watch(MemorySegment memory, long offset, int seen) {
        long at = WAITER_BYTES * words++;
        waiters.set(JAVA_LONG, at, Integer.toUnsignedLong(seen));
        waiters.set(JAVA_LONG, at + 8, memory.address() + offset);
        waiters.set(JAVA_LONG, at + 16, SIZE_U32);
    }

    /** Sleeps while all words hold what they were seen with, at most the given time. */
    public void awaitAny(long nanos) {
        if (words == 1) {
            setTime(nanos);
            call(
                    FUTEX,
                    waiters.get(JAVA_LONG, 8),
                    WAIT,
                    waiters.get(JAVA_INT, 0),
                    time.address(),
                    0);
            return;
        }
        if (WATCHES_SEVERAL) {
            // The JVM's monotonic clock is the kernel's. If it were not, callers would only wake
            // too early or too late.
            setTime(System.nanoTime() + nanos);
            call(FUTEX_WAITV, waiters.address(), words, 0, time.address(), CLOCK_MONOTONIC);
        } else {
            setTime(Math.min(nanos, LONGEST_BLIND_SLEEP));
            call(
                    FUTEX,
                    waiters.get(JAVA_LONG, 8),
                    WAIT,
                    waiters.get(JAVA_INT, 0),
                    time.address(),
                    0);
        }
    }

    /**
     * Kernels before 5.16 watch one word only. An empty call is a wrong argument where the call is
     * known.
     */
    private static boolean probeWaitv() {
        StructLayout layout = Linker.Option.captureStateLayout();
        MethodHandle handle =
                LINKER.downcallHandle(
                        LINKER.defaultLookup().findOrThrow("syscall"),
                        SIX_ARGUMENTS,
                        Linker.Option.firstVariadicArg(1),
                        Linker.Option.captureCallState("errno"));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(layout);
            long result = (long) handle.invokeExact(state, FUTEX_WAITV, 0L, 0L, 0L, 0L, 0L);
            long errno = layout.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
            return result < 0 && state.get(JAVA_INT, errno) == EINVAL;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void setTime(long nanos) {
        time.set(JAVA_LONG, 0, nanos / NANOS_PER_SECOND);
        time.set(JAVA_LONG, 8, nanos % NANOS_PER_SECOND);
    }

    private static long call(long number, long a, long b, long c, long d, long e) {
        try {
            return (long) SYSCALL.invokeExact(number, a, b, c, d, e);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }
}
