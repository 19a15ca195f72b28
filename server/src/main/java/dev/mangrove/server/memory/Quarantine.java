package dev.mangrove.server.memory;

import dev.mangrove.server.load.WorkerMeter;
import dev.mangrove.server.memory.GrantTable.SliceRun;
import dev.mangrove.server.request.Peers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Memory of dropped indexes, from the drop until nothing can write to it any more: each client that
 * was connected has acknowledged the drop or is gone, and each worker has ended the request that it
 * was serving. A paused client does neither, so a pause of any length is safe.
 */
public final class Quarantine {
    /**
     * Slices discarded in one tick. Chosen: a tick stays shorter than the interval of heartbeats.
     */
    private static final int SLICES_PER_TICK = 8 * GrantTable.CHUNK;

    /**
     * Cost of discarding an extent, in slices, however short it is. Chosen: stands for the system
     * call.
     */
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

    /** Drops so far; heartbeats carry the count. */
    public long drops() {
        return drops;
    }

    /**
     * Takes over the memory of a dropped index, which no client can open any more.
     *
     * @param after runs when no client can write to the memory any more
     */
    public synchronized void add(long index, Runnable after) {
        List<SliceRun> extents = memory.takeAway(Owner.index(index));
        held.addLast(new Held(drops + 1, extents, peers.clientNumbers(), turns(), after));
        drops++;
    }

    /**
     * A client has acknowledged the first {@code seen} drops: it does not write to those indexes
     * any more.
     */
    public synchronized void acknowledged(long client, long seen) {
        for (Held each : held) {
            if (each.drop <= seen) {
                each.clients.remove(client);
            }
        }
    }

    /** Frees some of the memory that no client can write to any more. */
    public synchronized void release() {
        int left = SLICES_PER_TICK;
        for (Held each : List.copyOf(held)) {
            if (!isSafe(each)) {
                continue;
            }
            while (left > 0 && each.freed < each.extents.size()) {
                SliceRun extent = each.extents.get(each.freed++);
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

    /** The memory of one dropped index. */
    private static final class Held {
        final long drop;
        final List<SliceRun> extents;
        final Set<Long> clients;
        final long[] turns;
        final Runnable after;
        int freed;

        Held(long drop, List<SliceRun> extents, Set<Long> clients, long[] turns, Runnable after) {
            this.drop = drop;
            this.extents = extents;
            this.clients = new HashSet<>(clients);
            this.turns = turns;
            this.after = after;
        }
    }
}
