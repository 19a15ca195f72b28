package dev.mangrove.server.memory;

import dev.mangrove.server.load.WorkerMeter;
import dev.mangrove.server.memory.GrantTable.Extent;
import dev.mangrove.server.request.Peers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Memory of dropped indexes, from the drop until nothing can write to it any more: each client that
 * was connected has acknowledged the drop or is gone, and each worker has ended what it was doing.
 * A client whose process is paused does neither, so its pause may last as long as it likes.
 */
public final class Quarantine {
    /** So few that a tick with them is no longer than a heartbeat's interval. */
    private static final int SLICES_PER_TICK = 8 * GrantTable.CHUNK;

    /** What discarding an extent costs at least, however short it is; chosen. */
    private static final int LEAST_COST = GrantTable.CHUNK / 16;

    private final Peers peers;
    private final Memory memory;
    private final List<WorkerMeter> workers;
    private final Deque<Held> held = new ArrayDeque<>();
    private volatile long drops;

    public Quarantine(Peers peers, Memory memory, List<WorkerMeter> workers) {
        this.peers = peers;
        this.memory = memory;
        this.workers = List.copyOf(workers);
    }

    /** Drops so far, which heartbeats tell. */
    public long drops() {
        return drops;
    }

    /**
     * Takes over the memory of an index that nobody can open any more.
     *
     * @param after what else to do when nothing can write to it any more
     */
    public synchronized void add(long index, Runnable after) {
        List<Extent> extents = memory.takeAway(Owner.index(index));
        held.addLast(new Held(drops + 1, extents, peers.clientNumbers(), turns(), after));
        drops++;
    }

    /** A client writes no more to the indexes of the first so many drops. */
    public synchronized void acknowledged(long client, long seen) {
        for (Held each : held) {
            if (each.drop <= seen) {
                each.clients.remove(client);
            }
        }
    }

    /** Frees some of what nothing can write to any more. */
    public synchronized void release() {
        int left = SLICES_PER_TICK;
        for (Held each : List.copyOf(held)) {
            if (!isSafe(each)) {
                continue;
            }
            while (left > 0 && each.freed < each.extents.size()) {
                Extent extent = each.extents.get(each.freed++);
                memory.discard(extent);
                left -= Math.max(LEAST_COST, extent.slices());
            }
            if (each.freed == each.extents.size()) {
                held.remove(each);
                each.after.run();
            }
        }
    }

    private boolean isSafe(Held each) {
        each.clients.retainAll(peers.clientNumbers());
        return each.clients.isEmpty() && haveAllTurned(each);
    }

    private boolean haveAllTurned(Held each) {
        for (int i = 0; i < each.turns.length; i++) {
            if (workers.get(i).turns() == each.turns[i]) {
                return false;
            }
        }
        return true;
    }

    private long[] turns() {
        return workers.stream().mapToLong(WorkerMeter::turns).toArray();
    }

    /** What one index has left. */
    private static final class Held {
        final long drop;
        final List<Extent> extents;
        final Set<Long> clients;
        final long[] turns;
        final Runnable after;
        int freed;

        Held(long drop, List<Extent> extents, Set<Long> clients, long[] turns, Runnable after) {
            this.drop = drop;
            this.extents = extents;
            this.clients = new HashSet<>(clients);
            this.turns = turns;
            this.after = after;
        }
    }
}
