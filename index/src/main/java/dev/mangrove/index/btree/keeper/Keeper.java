package dev.mangrove.index.btree.keeper;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.Status;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Looks after the leaves of a fine or hybrid index, on whichever process has the lease: merges what
 * has become small and keeps head nodes. Run it on a thread of its own; it ends with {@link
 * #close}, with the index, or with the loss of the catalogue's server. A round that fails is
 * reported and tried again.
 */
public final class Keeper implements Runnable, AutoCloseable {
    private static final Logger LOG = System.getLogger(Keeper.class.getName());
    private static final long SHORTEST_PAUSE_NANOS = 500_000_000;

    /** A round is followed by a pause so many times as long. */
    private static final int REST = 20;

    /** Each failure in a row doubles the pause, up to 32 times. */
    private static final int MOST_DOUBLINGS = 5;

    private final Session session;
    private final Host host;
    private final KeeperLease lease;
    private final List<LeafKeeper> trees;
    private final AtomicLong failures = new AtomicLong();
    private volatile boolean closed;
    private int failuresInARow;
    private long took;

    public Keeper(Session session, KeeperLease lease, List<LeafKeeper> trees) {
        this.session = session;
        this.host = session.host();
        this.lease = lease;
        this.trees = List.copyOf(trees);
    }

    @Override
    public void run() {
        try {
            while (!closed && !isIdle() && keep()) {
                pause();
            }
            lease.release();
        } catch (RequestRefusedException | FabricException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "a keeper has not given its lease back: {0}", e.getMessage());
        } finally {
            session.close();
        }
    }

    /** One round; what fails is reported and tried again. False if there can be no other round. */
    private boolean keep() {
        long started = host.nanoTime();
        try {
            round();
            failuresInARow = 0;
        } catch (RequestRefusedException e) {
            if (e.status() == Status.NOT_FOUND) {
                return false;
            }
            report(e);
        } catch (RuntimeException | Error e) {
            report(e);
        }
        took = host.nanoTime() - started;
        return !session.isClosed() && lease.isReachable();
    }

    /** Reports the first failure of a row as a warning; those that repeat it are for debugging. */
    private void report(Throwable failure) {
        failuresInARow = Math.min(failuresInARow + 1, MOST_DOUBLINGS);
        failures.incrementAndGet();
        Level level = closed || failuresInARow > 1 ? Level.DEBUG : Level.WARNING;
        LOG.log(level, "a round of the keeper failed and will be tried again", failure);
        if (!lease.isReachable() && !closed) {
            LOG.log(Level.WARNING, "a keeper ends: its server is lost");
        }
    }

    private void pause() {
        long usual = Math.max(SHORTEST_PAUSE_NANOS, REST * took);
        host.sleep(usual << failuresInARow);
    }

    /** Whether there is nothing to look after, as in an index of the coarse design. */
    public boolean isIdle() {
        return trees.isEmpty();
    }

    /** One round along all leaves, if this process has the lease; whether it has. */
    public boolean round() {
        if (!lease.hold()) {
            return false;
        }
        for (LeafKeeper tree : trees) {
            tree.round(() -> !closed);
        }
        return true;
    }

    /** Rounds that failed so far; from any thread. */
    public long failures() {
        return failures.get();
    }

    /** Leaves merged so far. */
    public long merged() {
        return trees.stream().mapToLong(LeafKeeper::merged).sum();
    }

    /** Head nodes written so far. */
    public long heads() {
        return trees.stream().mapToLong(LeafKeeper::heads).sum();
    }

    /** Asks the thread that runs it to end; from any thread. */
    @Override
    public void close() {
        closed = true;
    }
}
