package dev.mangrove.sim;

/**
 * What the threads of a host that have one name did with their time: they computed, or waited for
 * other threads. The rest of it they polled, waited for the network, or for a core.
 */
public final class ThreadLoad {
    private long workedPicos;
    private long waitedPicos;

    ThreadLoad() {}

    /** Time that they computed, in picoseconds; polling does not count. */
    public long workedPicos() {
        return workedPicos;
    }

    /**
     * Time that they waited for other threads, in picoseconds: for signals, in sleeps and spins,
     * and for the completions of atomics that have changed nothing.
     */
    public long waitedPicos() {
        return waitedPicos;
    }

    void worked(long picos) {
        workedPicos += picos;
    }

    void waited(long picos) {
        waitedPicos += picos;
    }
}
