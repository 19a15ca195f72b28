package dev.mangrove.fabric.host;

import java.util.random.RandomGenerator;

/**
 * The machine a piece of code runs on, other than its memory: clock, threads, processor time,
 * randomness. Code above the fabric takes all four from here and from nowhere else, so that a
 * simulator can own them.
 *
 * <p>Threads started here may be coroutines of one real thread. Therefore a monitor or lock is
 * never held across a verb, a {@link #sleep} or a {@link Signal#await}.
 */
public interface Host {
    /** The real machine. */
    static Host system() {
        return SystemHost.INSTANCE;
    }

    /** Name for messages. */
    String name();

    /** Monotonic clock in nanoseconds, comparable within this host only. */
    long nanoTime();

    /** Pauses the calling thread. */
    void sleep(long nanos);

    /** Hints that the caller polls; a simulated host lets other threads of the core run. */
    void spinWait();

    /** Starts a background thread. */
    Task start(String name, Runnable body);

    /** Starts a thread that costs little, for a short time; by default a background thread. */
    default Task startVirtual(String name, Runnable body) {
        return start(name, body);
    }

    /** A new wake-up flag for threads of this host. */
    Signal signal();

    /** A new observer of processor time. */
    CpuMeter cpuMeter();

    /** A new observer of the host's network link; by default one that reports "unknown". */
    default LinkMeter linkMeter() {
        return LinkMeter.UNKNOWN;
    }

    /** A new source of randomness, independent of all others; not for secrets. */
    RandomGenerator random();

    /**
     * Reports work that the calling thread has just done. A simulated host advances its clock by
     * the cost; a real one does nothing.
     */
    default void work(Work kind, long amount) {}

    /** Work whose cost a simulated host knows. */
    enum Work {
        /** Messages received and answered, without the work they request. */
        MESSAGE,
        /** Nodes of a tree looked up in memory. */
        NODE,
        /** Descents that a client answers from its cache of inner pages. */
        CACHED_WAY,
        /** Entries compared within nodes. */
        ENTRY,
        /** Bytes copied or scanned. */
        BYTE,
        /** Objects that a server inserts, moves or deletes; the fixed part of their cost. */
        CHANGE
    }

    /** A running thread. */
    interface Task {
        /** Asks the thread to end by waking it from a {@link Host#sleep} or wait. */
        void interrupt();

        /** Waits until the thread has ended; false if it has not within the time. */
        boolean join(long timeoutNanos);

        /** Whether the thread is still running. */
        boolean isAlive();
    }

    /**
     * A flag that one thread waits for and others raise; raised before the wait, it ends the wait
     * at once.
     */
    interface Signal {
        /** Raises the flag. */
        void raise();

        /**
         * Waits until the flag is raised and lowers it; false if it was not raised within the time.
         */
        boolean await(long timeoutNanos);
    }

    /** What passed the host's network link between one {@link #sample} and the next. */
    interface LinkMeter {
        /** The meter of a host that cannot observe its link. */
        LinkMeter UNKNOWN =
                new LinkMeter() {
                    @Override
                    public void sample() {}

                    @Override
                    public double utilisation() {
                        return -1;
                    }

                    @Override
                    public double bytesPerSecond() {
                        return 0;
                    }
                };

        /** Ends the current interval and starts the next. */
        void sample();

        /** Share of the busier direction that was in use, 0 to 1; negative if unknown. */
        double utilisation();

        /** Bytes of the busier direction. */
        double bytesPerSecond();
    }

    /** Processor time between one {@link #sample} and the next. */
    interface CpuMeter {
        /** Ends the current interval and starts the next. */
        void sample();

        /** Share of all cores of this host that were busy during the last interval, 0 to 1. */
        double hostUtilisation();

        /** Cores that this process kept busy during the last interval, 0 to the number of cores. */
        double processCores();
    }
}
