package dev.mangrove.server.state;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.wire.AddressSpace;

import java.lang.foreign.MemorySegment;

/**
 * The word by which clients judge whether entries have expired: nanoseconds since the server's
 * start. It never goes back. It stands still until an index needs it; from then on the ticker's
 * thread advances it. All threads of the server may use it.
 */
public final class ServerClock {
    private final Host host;
    private final MemorySegment memory;
    private final long start;
    private volatile boolean used;
    private long time;
    private boolean stopped;

    /** The clock in a server's memory. */
    public ServerClock(Host host, MemorySegment memory) {
        this.host = host;
        this.memory = memory;
        this.start = host.nanoTime() - 1; // So that no time is 0.
    }

    /** Whether an index needs it. */
    public boolean isUsed() {
        return used;
    }

    /** An index needs it; returns the time, which is in the word by then. */
    public long use() {
        used = true;
        return advance();
    }

    /** Advances the word to the present. */
    public long advance() {
        return SharedWords.holdingMonitor(this::advanceAlone);
    }

    private synchronized long advanceAlone() {
        time = Math.max(time, host.nanoTime() - start);
        if (!stopped) {
            SharedWords.guarded(memory, AddressSpace.CLOCK, time);
        }
        return time;
    }

    /** The server ends: the word is not touched any more. */
    synchronized void stop() {
        stopped = true;
    }

    /** Advances the word if an index needs it; returns how long the ticker may sleep at most. */
    public long tick(long pause) {
        if (!used) {
            return pause;
        }
        long _ = advance();
        return Math.min(pause, AddressSpace.CLOCK_TICK_NANOS);
    }
}
