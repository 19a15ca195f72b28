package dev.mangrove.fabric;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * One posting that writes selections of local memory to several servers: the shared send queue of
 * D-RDMA, section 3.2. What goes to one server is a gap in what goes to another, so a card that
 * plans the whole posting fetches each byte once.
 *
 * <p>Writes to one destination take effect in the order in which they were recorded, where the
 * fabric keeps the order of WRITEs ({@link Capabilities#orderedWrites}); destinations have no order
 * among each other, and may get different numbers of writes. A destination that is lost fails its
 * own channel only; the writes to all others complete.
 *
 * <p>A group is made once and used again and again: record, {@link #submit}, {@link #await}, {@link
 * #clear}. It is used by one thread, that of the channels' endpoint.
 */
public final class ScatterGroup {
    private final Endpoint endpoint;
    private final Batch[] batches;
    private final @Nullable FabricException[] failures;

    /**
     * Creates a group.
     *
     * @param destinations channels of one endpoint
     * @param capacity most writes to each of them
     */
    public ScatterGroup(List<Channel> destinations, int capacity) {
        if (destinations.isEmpty()) {
            throw new IllegalArgumentException("destinations are empty: give at least one channel");
        }
        endpoint = destinations.getFirst().endpoint();
        for (Channel channel : destinations) {
            if (!channel.endpoint().equals(endpoint)) {
                throw new IllegalArgumentException(
                        "destinations belong to several endpoints: " + channel.peer());
            }
        }
        batches = destinations.stream().map(one -> one.batch(capacity)).toArray(Batch[]::new);
        failures = new FabricException[batches.length];
    }

    /** Number of destinations. */
    public int size() {
        return batches.length;
    }

    /**
     * Records a write of a selection of local memory, its fragments end to end, to an address of a
     * destination. Returns the number of the write among those to this destination.
     */
    public int write(int destination, long address, MemorySegment local, Selection selection) {
        return batches[destination].write(address, local, selection);
    }

    /** Posts all writes. Does not wait; a destination that refuses its writes has a failure. */
    public void submit() {
        endpoint.beginPosting();
        try {
            for (int i = 0; i < batches.length; i++) {
                submit(i);
            }
        } finally {
            endpoint.endPosting();
        }
    }

    private void submit(int destination) {
        try {
            if (batches[destination].size() > 0) {
                batches[destination].submit();
            }
        } catch (FabricException e) {
            failures[destination] = e;
        }
    }

    /** Waits until each destination has completed or failed; whether all have completed. */
    public boolean await() {
        boolean all = true;
        for (int i = 0; i < batches.length; i++) {
            if (failures[i] == null && batches[i].size() > 0) {
                await(i);
            }
            all &= failures[i] == null;
        }
        return all;
    }

    private void await(int destination) {
        try {
            batches[destination].await();
        } catch (FabricException e) {
            failures[destination] = e;
        }
    }

    /** Why the writes to a destination failed; null if they did not. */
    public @Nullable FabricException failure(int destination) {
        return failures[destination];
    }

    /** Empties the group for new writes. Only when nothing is outstanding. */
    public ScatterGroup clear() {
        for (Batch batch : batches) {
            batch.clear();
        }
        Arrays.fill(failures, null);
        return this;
    }
}
