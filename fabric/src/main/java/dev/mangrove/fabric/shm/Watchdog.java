package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Checks every {@link #ROUND_NANOS} whether the servers of this process's channels live: one-sided
 * verbs do not notice a server's death.
 */
final class Watchdog implements AutoCloseable {
    /**
     * Time between two rounds. Chosen: a dead server is found well within the promised two seconds.
     */
    private static final long ROUND_NANOS = 250_000_000;

    /** Chosen: eight rounds, so a thread that is left hangs. */
    private static final long END_NANOS = 2_000_000_000L;

    private final Host host;
    private final Host.Signal stop;
    private final List<ShmChannel> channels = new CopyOnWriteArrayList<>();
    private Host.@Nullable Task task;

    Watchdog(Host host) {
        this.host = host;
        this.stop = host.signal();
    }

    synchronized void watch(ShmChannel channel) {
        channels.add(channel);
        if (task == null) {
            task = host.start("mangrove-shm-watchdog", this::run);
        }
    }

    void forget(ShmChannel channel) {
        channels.remove(channel);
    }

    private void run() {
        while (!stop.await(ROUND_NANOS)) {
            channels.forEach(Watchdog::look);
        }
    }

    /** Checks one channel. If that fails, the channel fails; the others are still watched. */
    private static void look(ShmChannel channel) {
        try {
            channel.checkPeer();
        } catch (RuntimeException | InternalError e) { // InternalError: a file was truncated.
            channel.failUnwatched(e);
        }
    }

    @Override
    public void close() {
        Host.Task running;
        synchronized (this) {
            running = task;
        }
        stop.raise();
        if (running != null && !running.join(END_NANOS)) {
            throw new IllegalStateException("the watchdog does not end");
        }
    }
}
