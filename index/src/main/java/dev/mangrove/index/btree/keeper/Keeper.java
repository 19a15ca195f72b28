package dev.mangrove.index.btree.keeper;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.Status;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Maintains the trees of an index while this process holds the lease: merges sparse leaves and
 * writes head nodes, or places new meganodes. Runs on a thread of its own until {@link #close}, the
 * drop of the index, or the loss of the catalogue's server. It logs a round that fails and tries
 * again.
 */
public final class Keeper implements Runnable, AutoCloseable {
    private static final Logger LOG = System.getLogger(Keeper.class.getName());

    /** Chosen: leaves become sparse over many operations, so that twice a second is soon enough. */
    private static final long SHORTEST_PAUSE_NANOS = 500_000_000;

    /**
     * Pause after a round, in multiples of the round's duration. Chosen: the keeper then takes
     * below 5 % of a thread.
     */
    private static final int REST = 20;

    /** Each failure in a row doubles the pause, up to 2^5 times. Chosen: 16 s at most. */
    private static final int MOST_DOUBLINGS = 5;

    private final Session session;
    private final Host host;
    private final KeeperLease lease;
    private final List<TreeKeeper> trees;
    private final Runnable giveBack;
    private final AtomicLong failures = new AtomicLong();
    private volatile boolean closed;
    private int failuresInARow;
    private long took;

    /**
     * Creates a keeper of trees.
     *
     * @param giveBack gives servers the memory that the keeper was granted and has not used
     */
    public Keeper(
            Session session,
            KeeperLease lease,
            List<? extends TreeKeeper> trees,
            Runnable giveBack) {
        this.giveBack = giveBack;
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
            LOG.log(Level.DEBUG, "the keeper could not release its lease: {0}", e.getMessage());
        } finally {
            giveBackMemory();
            session.close();
        }
    }

    /** A server that is lost needs nothing back. */
    private void giveBackMemory() {
        try {
            if (!session.isClosed()) {
                giveBack.run();
            }
        } catch (RequestRefusedException | FabricException | IllegalStateException e) {
            LOG.log(Level.DEBUG, "the keeper could not give its memory back: {0}", e.getMessage());
        }
    }

    /** Runs one round and logs its failure; false if no further round is possible. */
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

    /** Logs the first failure in a row as a warning, repeated ones at debug level. */
    private void report(Throwable failure) {
        failuresInARow = Math.min(failuresInARow + 1, MOST_DOUBLINGS);
        failures.incrementAndGet();
        Level level = closed || failuresInARow > 1 ? Level.DEBUG : Level.WARNING;
        LOG.log(level, "a round of the keeper failed; it will be retried", failure);
        if (!lease.isReachable() && !closed) {
            LOG.log(Level.WARNING, "the keeper ends: the catalogue's server is lost");
        }
    }

    private void pause() {
        long usual = Math.max(SHORTEST_PAUSE_NANOS, REST * took);
        host.sleep(usual << failuresInARow);
    }

    /** Whether there is nothing to maintain, as in an index of the coarse design. */
    public boolean isIdle() {
        return trees.isEmpty();
    }

    /** One round of all trees, if this process holds the lease; whether it does. */
    public boolean round() {
        if (!lease.hold()) {
            return false;
        }
        for (TreeKeeper tree : trees) {
            tree.round(() -> !closed);
        }
        return true;
    }

    /** Number of failed rounds. Thread-safe. */
    public long failures() {
        return failures.get();
    }

    /** Leaves merged so far. */
    public long merged() {
        return trees.stream().mapToLong(TreeKeeper::merged).sum();
    }

    /** Head nodes written so far. */
    public long heads() {
        return trees.stream().mapToLong(TreeKeeper::heads).sum();
    }

    /** Asks the thread that runs the keeper to end. Thread-safe. */
    @Override
    public void close() {
        closed = true;
    }
}
