package dev.mangrove.index.btree.keeper;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.access.WriteGuard;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.RootSlot;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The right of one session to maintain an index's leaves: a word in the root slot, with the
 * session's number and a count that every renewal increments. Another session takes the lease over
 * if the word has not changed for the lease's duration and the server says that the holder is gone.
 */
public final class KeeperLease {
    /** Chosen: four of the keeper's shortest pauses, so that a working keeper renews in time. */
    private static final long LEASE_NANOS = 2_000_000_000;

    private final Session session;
    private final IndexDescriptor descriptor;
    private final LossWatch losses;
    private final LatchOwner owner;
    private final WriteGuard guard;
    private final Batch batch;
    private final MemorySegment line;
    private long mine = LatchOwner.FREE;
    private long seen = LatchOwner.FREE;
    private long seenAt;

    /** Creates the lease of an index. The keeper needs all the servers. */
    public KeeperLease(Session session, IndexDescriptor descriptor, List<Integer> servers) {
        this.losses = new LossWatch(session, servers, List.of());
        this.session = session;
        this.descriptor = descriptor;
        this.owner = new LatchOwner(session.number());
        this.guard = new WriteGuard(session, descriptor);
        this.batch = session.channel(descriptor.rootSlot()).batch(1);
        this.line = session.allocate(RootSlot.BYTES);
    }

    /**
     * Acquires or renews the lease; whether this session holds it now.
     *
     * @throws RequestRefusedException {@code NOT_FOUND} if the index has been dropped
     */
    boolean hold() {
        losses.check();
        long found = read();
        if (found == mine && mine != LatchOwner.FREE) {
            return take(mine);
        }
        mine = LatchOwner.FREE;
        return (found == LatchOwner.FREE || isLeft(found)) && take(found);
    }

    /** Releases the lease. */
    void release() {
        if (mine != LatchOwner.FREE) {
            swap(mine, LatchOwner.FREE);
            mine = LatchOwner.FREE;
        }
    }

    /** Whether the server that holds the word is not lost. */
    boolean isReachable() {
        return batch.channel().isOpen();
    }

    private boolean isLeft(long found) {
        long now = session.host().nanoTime();
        if (found != seen) {
            seen = found;
            seenAt = now;
            return false;
        }
        int server = AddressSpace.server(descriptor.rootSlot());
        return now - seenAt > LEASE_NANOS && session.isGone(server, LatchOwner.of(found), false);
    }

    private boolean take(long expected) {
        long next = owner.next();
        assert next != LatchOwner.FREE && next != expected : next;
        boolean taken = swap(expected, next);
        mine = taken ? next : LatchOwner.FREE;
        return taken;
    }

    private long read() {
        batch.clear().read(descriptor.rootSlot(), line, 0, RootSlot.BYTES);
        batch.execute();
        if (RootSlot.generation(line, 0) != descriptor.generation()) {
            throw new RequestRefusedException(
                    Status.NOT_FOUND, "index " + descriptor.name() + " has been dropped");
        }
        return RootSlot.keeper(line, 0);
    }

    private boolean swap(long expected, long next) {
        batch.clear();
        int swap =
                batch.compareAndSwap(
                        descriptor.rootSlot() + RootSlot.KEEPER_OFFSET, expected, next);
        guard.enter(AddressSpace.server(descriptor.rootSlot()));
        try {
            batch.execute();
        } finally {
            guard.exit();
        }
        return batch.result(swap) == expected;
    }
}
