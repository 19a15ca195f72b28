package dev.mangrove.index.btree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.session.MangroveException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.Status;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Looks after the leaves of a fine or hybrid index, on whichever process has the lease: merges what
 * has become small and keeps head nodes. Run it on a thread of its own; it ends with {@link #close}
 * or with the index.
 */
public final class Keeper implements Runnable, AutoCloseable {
    private static final Logger LOG = System.getLogger(Keeper.class.getName());
    private static final long SHORTEST_PAUSE_NANOS = 500_000_000;

    /** A round is followed by a pause so many times as long. */
    private static final int REST = 20;

    private final Session session;
    private final Host host;
    private final KeeperLease lease;
    private final List<LeafKeeper> trees;
    private volatile boolean closed;

    Keeper(Session session, KeeperLease lease, List<LeafKeeper> trees) {
        this.session = session;
        this.host = session.host();
        this.lease = lease;
        this.trees = List.copyOf(trees);
    }

    @Override
    public void run() {
        try {
            while (!closed && !isIdle()) {
                long started = host.nanoTime();
                round();
                long took = host.nanoTime() - started;
                host.sleep(Math.max(SHORTEST_PAUSE_NANOS, REST * took));
            }
            lease.release();
        } catch (MangroveException e) {
            if (e.status() != Status.NOT_FOUND) {
                LOG.log(Level.WARNING, "an index is not looked after any more", e);
            }
        } catch (FabricException | IllegalStateException e) {
            LOG.log(closed ? Level.DEBUG : Level.WARNING, "a keeper ends: {0}", e.getMessage());
        } finally {
            session.close();
        }
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
