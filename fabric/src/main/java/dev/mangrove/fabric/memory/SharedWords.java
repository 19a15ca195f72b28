package dev.mangrove.fabric.memory;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfDouble;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Supplier;

/**
 * Every load, store and fence by which threads use pages and latches in place. Words are 8 bytes,
 * aligned and little-endian; the memory order is in the name.
 *
 * <p>A JVM that is started with {@code -Dmangrove.watched=true} may install an {@link AccessWatch}.
 * The flag is a constant to the compiler: without it nothing of the watch is left in compiled code.
 */
public final class SharedWords {
    /** The system property that allows a watch. Read once, when this class is initialised. */
    public static final String WATCHED_PROPERTY = "mangrove.watched";

    private static final boolean WATCHED = Boolean.getBoolean(WATCHED_PROPERTY);

    /** Plain accesses do not look whether they are aligned. */
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final OfDouble NUMBER = JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORDS =
            JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle().withInvokeExactBehavior();

    private static @Nullable AccessWatch watch;

    private SharedWords() {}

    /** Whether a watch may be installed. */
    public static boolean isWatched() {
        return WATCHED;
    }

    /**
     * Installs a watch, or removes it. The simulator's one thread does so, and uses memory.
     *
     * @throws IllegalStateException if the JVM was started without the flag
     */
    public static void watch(@Nullable AccessWatch by) {
        if (!WATCHED) {
            throw new IllegalStateException(
                    "accesses are not watched: start the JVM with -D" + WATCHED_PROPERTY + "=true");
        }
        watch = by;
    }

    private static @Nullable AccessWatch watch() {
        return WATCHED ? watch : null;
    }

    /** A word, in no order with others. */
    public static long plain(MemorySegment memory, long offset) {
        AccessWatch by = watch();
        return by == null ? memory.get(WORD, offset) : by.load(memory, offset);
    }

    /** Changes a word, in no order with others. */
    public static void plain(MemorySegment memory, long offset, long value) {
        AccessWatch by = watch();
        if (by == null) {
            memory.set(WORD, offset, value);
        } else {
            by.store(memory, offset, value);
        }
    }

    /** A number, in no order with others. */
    public static double number(MemorySegment memory, long offset) {
        AccessWatch by = watch();
        return by == null
                ? memory.get(NUMBER, offset)
                : Double.longBitsToDouble(by.load(memory, offset));
    }

    /** Changes a number, in no order with others. */
    public static void number(MemorySegment memory, long offset, double value) {
        AccessWatch by = watch();
        if (by == null) {
            memory.set(NUMBER, offset, value);
        } else {
            by.store(memory, offset, Double.doubleToRawLongBits(value));
        }
    }

    /** A word that is read before what follows. */
    public static long acquire(MemorySegment memory, long offset) {
        AccessWatch by = watch();
        return by == null ? (long) WORDS.getAcquire(memory, offset) : by.load(memory, offset);
    }

    /** Changes a word after all that came before. */
    public static void release(MemorySegment memory, long offset, long value) {
        AccessWatch by = watch();
        if (by == null) {
            WORDS.setRelease(memory, offset, value);
        } else {
            by.release(memory, offset, value);
        }
    }

    /** A word that is read before what follows, by a thread that holds a monitor. */
    public static long guarded(MemorySegment memory, long offset) {
        fenceMonitor();
        return (long) WORDS.getAcquire(memory, offset);
    }

    /** Changes a word after all that came before, by a thread that holds a monitor. */
    public static void guarded(MemorySegment memory, long offset, long value) {
        fenceMonitor();
        WORDS.setRelease(memory, offset, value);
    }

    /** Adds to a word and returns what was there. */
    public static long add(MemorySegment memory, long offset, long delta) {
        fenceAtomic();
        return (long) WORDS.getAndAdd(memory, offset, delta);
    }

    /**
     * Swaps a word if it is as expected, and returns what was there. The word is looked at first: a
     * comparison that fails spares the bus.
     */
    public static long swap(MemorySegment memory, long offset, long expected, long next) {
        fenceAtomic();
        long found = (long) WORDS.getVolatile(memory, offset);
        return found != expected
                ? found
                : (long) WORDS.compareAndExchange(memory, offset, expected, next);
    }

    /** What was read before is read before what follows. */
    public static void acquireFence() {
        VarHandle.acquireFence();
    }

    /** What was stored before is visible before what is stored next. */
    public static void storeFence() {
        VarHandle.storeStoreFence();
        AccessWatch by = watch();
        if (by != null) {
            by.storeFence();
        }
    }

    /** What was stored before is visible before anything follows. */
    public static void fullFence() {
        VarHandle.fullFence();
        fenceAtomic();
    }

    /**
     * Comes before a release store or an atomic on the heap that tells other threads of what this
     * one has stored here. The processor keeps that order by itself; a watch does not see the heap.
     */
    public static void beforeHeapRelease() {
        fenceMonitor();
    }

    /** Does something under a monitor that uses memory in place. */
    public static <T> T holdingMonitor(Supplier<T> work) {
        AccessWatch by = watch();
        if (by == null) {
            return work.get();
        }
        by.holdsMonitor(true);
        try {
            return work.get();
        } finally {
            by.holdsMonitor(false);
        }
    }

    private static void fenceAtomic() {
        AccessWatch by = watch();
        if (by != null) {
            by.fullFence();
        }
    }

    private static void fenceMonitor() {
        AccessWatch by = watch();
        if (by != null) {
            by.monitorFence();
        }
    }
}
