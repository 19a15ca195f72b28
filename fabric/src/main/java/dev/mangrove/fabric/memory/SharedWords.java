package dev.mangrove.fabric.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfDouble;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.MethodHandles;
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

    /** The unaligned layout spares plain accesses the alignment check. */
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final OfDouble NUMBER = JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORDS =
            JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle().withInvokeExactBehavior();

    private static final VarHandle BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
                    .withInvokeExactBehavior();

    private static @Nullable AccessWatch watch;

    private SharedWords() {}

    /** Whether a watch may be installed. */
    public static boolean isWatched() {
        return WATCHED;
    }

    /**
     * Installs a watch, or removes it. Only the simulator's single thread calls this.
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

    /**
     * Fills an array with the bytes of words, in no order with others. As {@link MemoryVerbs} says,
     * only x86-64 survives a fault in the JVM's own copies, so others copy word by word.
     */
    public static void copy(MemorySegment memory, long offset, byte[] into) {
        if (MemoryVerbs.FAULTS_IN_STUBS_ARE_ERRORS && watch() == null) {
            MemorySegment.copy(memory, JAVA_BYTE, offset, into, 0, into.length);
            return;
        }
        int whole = into.length & -Long.BYTES;
        for (int i = 0; i < whole; i += Long.BYTES) {
            BYTES.set(into, i, plain(memory, offset + i));
        }
        if (whole < into.length) {
            long last = plain(memory, offset + whole);
            for (int i = whole; i < into.length; i++, last >>>= Byte.SIZE) {
                into[i] = (byte) last;
            }
        }
    }

    /** Loads a word to have its line in the cache. The value is not used, so no watch sees this. */
    public static long fetch(MemorySegment memory, long offset) {
        return memory.get(WORD, offset);
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

    /** Loads a word with acquire order: later loads and stores stay after it. */
    public static long acquire(MemorySegment memory, long offset) {
        AccessWatch by = watch();
        return by == null ? (long) WORDS.getAcquire(memory, offset) : by.load(memory, offset);
    }

    /** Stores a word with release order: earlier loads and stores stay before it. */
    public static void release(MemorySegment memory, long offset, long value) {
        AccessWatch by = watch();
        if (by == null) {
            WORDS.setRelease(memory, offset, value);
        } else {
            by.release(memory, offset, value);
        }
    }

    /** Like {@link #acquire}, for a thread that holds a monitor. */
    public static long guarded(MemorySegment memory, long offset) {
        fenceMonitor();
        return (long) WORDS.getAcquire(memory, offset);
    }

    /** Like {@link #release}, for a thread that holds a monitor. */
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
     * Compares and swaps a word, and returns what it held. A plain load comes first, so that a
     * failed comparison needs no bus lock.
     */
    public static long swap(MemorySegment memory, long offset, long expected, long next) {
        fenceAtomic();
        long found = (long) WORDS.getVolatile(memory, offset);
        if (found != expected) {
            return found;
        }
        found = (long) WORDS.compareAndExchange(memory, offset, expected, next);
        AccessWatch by = watch();
        if (by != null && found == expected) {
            by.swapped(memory, offset, next);
        }
        return found;
    }

    /** Orders earlier loads before all later loads and stores. */
    public static void acquireFence() {
        VarHandle.acquireFence();
    }

    /** Orders earlier stores before later stores. */
    public static void storeFence() {
        VarHandle.storeStoreFence();
        AccessWatch by = watch();
        if (by != null) {
            by.storeFence();
        }
    }

    /** Makes earlier stores visible before any later load or store. */
    public static void fullFence() {
        VarHandle.fullFence();
        fenceAtomic();
    }

    /**
     * Call it before a release store or an atomic on the heap that publishes earlier stores to this
     * memory. The processor keeps that order by itself; an {@link AccessWatch} does not see the
     * heap and needs the call.
     */
    public static void beforeHeapRelease() {
        beforeHeapAccess();
        fenceMonitor();
    }

    /**
     * Call it before a load or an atomic on the heap by which threads of a process meet without a
     * lock. An {@link AccessWatch} lets other threads run there; else it does nothing.
     */
    public static void beforeHeapAccess() {
        AccessWatch by = watch();
        if (by != null) {
            by.heapAccess();
        }
    }

    /** Runs work that uses memory in place, in a thread that holds a monitor. */
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
