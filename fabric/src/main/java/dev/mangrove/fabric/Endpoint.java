package dev.mangrove.fabric;

import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread's end of a fabric: its channels, their completions, the messages that come back and
 * the memory that transfers use. An endpoint, its channels and their batches are used by one thread
 * at a time. {@link #close} alone may be called from another thread; what is under way then ends
 * with {@code CLOSED}.
 */
public abstract class Endpoint implements AutoCloseable {
    /**
     * Longest sleep between two checks that the peer lives. Chosen: a small part of the two seconds
     * within which a loss must surface.
     */
    static final long LONGEST_BLOCK_NANOS = 100_000_000;

    /**
     * Polls between two reads of the clock. Chosen: the clock read then costs little beside the
     * polls.
     */
    private static final int POLLS_PER_CLOCK = 32;

    private final Host host;
    private final long timeoutNanos;
    private volatile List<Channel> channels = List.of();
    private volatile FailureCount failures = new FailureCount();
    private Waiting waiting;

    /** For providers. */
    protected Endpoint(Host host, EndpointOptions options) {
        this.host = host;
        this.timeoutNanos = options.timeout().toNanos();
        this.waiting = options.waiting();
    }

    /**
     * Connects to a server.
     *
     * @throws FabricException {@code PEER_LOST} if no server listens there, {@code REFUSED} if the
     *     server rejects this client
     */
    public final Channel connect(URI target) {
        Channel channel = open(target);
        replaceChannels(channel, true);
        return channel;
    }

    /**
     * Gives zeroed memory, aligned to 64 bytes, for the local side of transfers; freed with the
     * endpoint.
     */
    public abstract MemorySegment allocate(long bytes);

    /**
     * Hands over messages that have arrived on any channel of this endpoint and returns how many.
     * Never waits.
     *
     * @throws FabricException once a channel has failed; messages that arrived before are handed
     *     over first
     */
    public abstract int receive(MessageHandler handler);

    /**
     * Waits until a message has arrived on any channel of this endpoint, a channel has failed, or
     * the time is over.
     *
     * @return whether {@link #receive} would deliver a message or throw
     */
    public final boolean awaitMessage(long timeout) {
        long deadline = host.nanoTime() + timeout;
        return waitUntil(Condition.MESSAGE, null, deadline);
    }

    /** Changes how this endpoint's thread waits. */
    public final void waiting(Waiting way) {
        waiting = way;
    }

    /** How this endpoint's thread waits. */
    public final Waiting waiting() {
        return waiting;
    }

    /** Longest wait for one connection, batch or room for a message. */
    public final long timeoutNanos() {
        return timeoutNanos;
    }

    /** The host it is on. */
    public final Host host() {
        return host;
    }

    /** Snapshot of the open channels, in the order they were connected. */
    public final List<Channel> channels() {
        return channels;
    }

    /** Sets the counter that failures of this endpoint's channels increment. */
    public final void countFailuresIn(FailureCount count) {
        failures = count;
    }

    /**
     * Removes a failed channel from this endpoint, so that {@link #receive} no longer throws for
     * it. Its mapped memory stays until the channel is closed.
     */
    public final void setAside(Channel failed) {
        forget(failed);
    }

    /** Closes all channels. */
    @Override
    public abstract void close();

    /** A channel has failed. */
    final void noteFailure() {
        failures.increment();
    }

    /** Opens a channel. */
    protected abstract Channel open(URI target);

    /**
     * Batches that are submitted from now on belong to one posting, see {@link ScatterGroup}. A
     * provider may start them only in {@link #endPosting}.
     */
    protected void beginPosting() {}

    /** All batches of the posting have been submitted. */
    protected void endPosting() {}

    /** Advances outstanding work without waiting. */
    protected abstract void progress();

    /** Whether a message waits to be received or a channel has failed. */
    protected abstract boolean hasMessage();

    /**
     * Sleeps until some channel may have made progress, at most the given time; may return early.
     */
    protected abstract void block(long nanos);

    /** Forgets a channel that has been closed. */
    protected final void forget(Channel channel) {
        replaceChannels(channel, false);
    }

    private synchronized void replaceChannels(Channel channel, boolean present) {
        List<Channel> changed = new ArrayList<>(channels);
        changed.remove(channel);
        if (present) {
            changed.add(channel);
        }
        channels = List.copyOf(changed);
    }

    /** What a thread waits for. */
    protected enum Condition {
        /** One more completion of a batch, or its failure. */
        COMPLETION,
        /** All completions of a batch, or its failure. */
        ALL_COMPLETIONS,
        /** A message on any channel. */
        MESSAGE
    }

    /**
     * Waits for a condition: polls for a while, then blocks, as {@link #waiting} says. A simulator
     * replaces this.
     *
     * @return whether the condition holds; false when the deadline has passed
     */
    protected boolean waitUntil(Condition condition, @Nullable Batch batch, long deadline) {
        long spinNanos = waiting.spinNanos();
        long started = host.nanoTime();
        // Ends: when the condition holds, or at the deadline.
        for (int polls = 1; ; polls++) {
            progress();
            if (holds(condition, batch)) {
                return true;
            }
            if (polls % POLLS_PER_CLOCK != 0 && spinNanos != 0) {
                host.spinWait();
                continue;
            }
            long now = host.nanoTime();
            if (now - deadline >= 0) {
                return false;
            }
            if (now - started >= spinNanos) {
                block(Math.min(deadline - now, LONGEST_BLOCK_NANOS));
            }
        }
    }

    /** Whether a condition holds now. */
    protected final boolean holds(Condition condition, @Nullable Batch batch) {
        return switch (condition) {
            case COMPLETION -> batch != null && batch.hasNews();
            case ALL_COMPLETIONS -> batch != null && batch.hasEnded();
            case MESSAGE -> hasMessage();
        };
    }
}
