package dev.mangrove.sim.hardware;

/** A thread as the cores of its host schedule it. */
public interface CoreUser {
    /** Its core, or a negative number while it has none. */
    int core();

    /** Since when it has its core. */
    long runsSince();

    /** Whether it keeps its core only to look for news. */
    boolean isPolling();

    /** Whether it may lose its core now. */
    boolean isPreemptible();

    /** It has a core and may continue at the given time. */
    void granted(int core, long from);

    /** It has lost its core. */
    void withdrawn();

    /** Its core stands still until a time. */
    void delayUntil(long picos);
}
