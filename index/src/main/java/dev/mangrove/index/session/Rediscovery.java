package dev.mangrove.index.session;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.Role;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Looks for lost servers: the server, or the network, may only have paused. A server that answers
 * with the same instance number is the same run, with all its memory. Runs on a thread of its own,
 * which starts with the first loss, so that no other thread waits for servers that do not answer.
 */
final class Rediscovery implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Rediscovery.class.getName());

    /** Chosen: closing ends the attempt under way, so a thread that is left hangs. */
    private static final long END_NANOS = 2_000_000_000;

    /** Chosen: the first try soon after a short pause, later ones seldom enough to cost nothing. */
    private static final long FIRST_PAUSE_NANOS = 250_000_000;

    private static final long LONGEST_PAUSE_NANOS = 2_000_000_000;

    private final Pool pool;
    private final Host host;
    private final Host.Signal stop;
    private final Queue<RemoteServer> found = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Exchange trying;
    private volatile long pause = FIRST_PAUSE_NANOS;
    private Host.@Nullable Task task;

    Rediscovery(Pool pool) {
        this.pool = pool;
        this.host = pool.host();
        this.stop = host.signal();
    }

    /** A server has been lost. */
    synchronized void begin() {
        pause = FIRST_PAUSE_NANOS;
        if (task == null && !pool.isClosed()) {
            task = host.start("mangrove-rediscovery", this::run);
        }
    }

    /** A lost server that has answered since; null if there is none. */
    @Nullable RemoteServer poll() {
        return found.poll();
    }

    @Override
    public void close() {
        stop.raise();
        Exchange under = trying;
        if (under != null) {
            under.close();
        }
        Host.Task running;
        synchronized (this) {
            running = task;
        }
        if (running != null && !running.join(END_NANOS)) {
            LOG.log(Level.WARNING, "the search for lost servers has not ended");
        }
    }

    private void run() {
        while (!pool.isClosed()) {
            stop.await(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            for (RemoteServer server : pool.known()) {
                if (server.isLost() && !pool.isClosed() && answers(server)) {
                    found.add(server);
                }
            }
        }
    }

    private boolean answers(RemoteServer server) {
        try (Exchange exchange = pool.anonymous()) {
            trying = exchange;
            if (pool.isClosed()) {
                return false;
            }
            exchange.reach(server.member(), Role.SESSION, UnaskedHandler.NONE);
            return true;
        } catch (RuntimeException e) { // No answer, or an answer of another server or run.
            LOG.log(Level.DEBUG, "{0} is still lost: {1}", server.title(), e.getMessage());
            return false;
        } finally {
            trying = null;
        }
    }
}
