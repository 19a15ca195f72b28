package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.posix.Futex;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One thread's end of the fabric. When it blocks, it waits for the bells of all its channels at
 * once.
 */
final class ShmEndpoint extends Endpoint {
    private static final System.Logger LOG = System.getLogger(ShmEndpoint.class.getName());
    private static final int LINE = 64;

    /** Chosen: no copy of one request takes that long, so a thread that is still inside hangs. */
    private static final long END_NANOS = 2_000_000_000L;

    private final ShmFabric fabric;
    private final Arena arena = Arena.ofAuto();
    private final Occupancy occupancy = new Occupancy();
    private final Queue<ShmChannel> retired = new ConcurrentLinkedQueue<>();
    private final Futex futex = new Futex();
    private volatile boolean closed;

    ShmEndpoint(ShmFabric fabric, EndpointOptions options) {
        super(fabric.host(), options);
        this.fabric = fabric;
    }

    @Override
    protected Channel open(URI target) {
        checkOpen();
        if (channels().size() == Futex.MOST_WORDS) {
            throw new FabricException(
                    Kind.TOO_LARGE,
                    "an endpoint has at most " + Futex.MOST_WORDS + " channels: " + target);
        }
        return ShmChannel.connect(this, target);
    }

    @Override
    public MemorySegment allocate(long bytes) {
        checkOpen();
        return arena.allocate(bytes, LINE);
    }

    @Override
    public int receive(MessageHandler handler) {
        enter();
        try {
            checkOpen();
            List<Channel> all = channels();
            int handled = 0;
            for (int i = 0; i < all.size(); i++) {
                handled += channel(all, i).receive(handler);
            }
            for (int i = 0; handled == 0 && i < all.size(); i++) {
                all.get(i).checkOpen();
            }
            return handled;
        } finally {
            leave();
        }
    }

    @Override
    protected void progress() {
        enter();
        try {
            List<Channel> all = channels();
            for (int i = 0; i < all.size(); i++) {
                channel(all, i).progress();
            }
        } finally {
            leave();
        }
    }

    @Override
    protected boolean hasMessage() {
        enter();
        try {
            boolean found = closed;
            List<Channel> all = channels();
            for (int i = 0; i < all.size() && !found; i++) {
                found = channel(all, i).hasMessage();
            }
            return found;
        } finally {
            leave();
        }
    }

    @Override
    protected void block(long nanos) {
        enter();
        try {
            sleep(nanos);
        } finally {
            leave();
        }
    }

    private void sleep(long nanos) {
        List<Channel> all = channels();
        futex.clear();
        boolean news = closed;
        for (int i = 0; i < all.size() && !news; i++) {
            news = channel(all, i).prepareToSleep(futex);
        }
        if (all.isEmpty() && !news) {
            host().sleep(nanos);
        } else if (!news) {
            futex.awaitAny(nanos);
        }
        for (int i = 0; i < all.size(); i++) {
            channel(all, i).awake();
        }
    }

    private static ShmChannel channel(List<Channel> all, int i) {
        return (ShmChannel) all.get(i);
    }

    ShmFabric fabric() {
        return fabric;
    }

    Occupancy occupancy() {
        return occupancy;
    }

    /** The thread enters mapped memory. It checks afterwards whether the channel is open. */
    private void enter() {
        occupancy.enter();
    }

    /** The thread leaves mapped memory, and unmaps channels that it closed while inside. */
    private void leave() {
        if (occupancy.leave() && !retired.isEmpty()) {
            unmapRetired();
        }
    }

    /** Unmaps a channel that has been shut, as soon as the endpoint's thread is outside. */
    void retire(ShmChannel channel) {
        forget(channel);
        retired.add(channel);
        if (!occupancy.isCallerInside()) {
            if (!occupancy.awaitOutside(END_NANOS)) {
                LOG.log(System.Logger.Level.WARNING, "a thread does not leave {0}", channel.peer());
            }
            unmapRetired();
        }
    }

    private void unmapRetired() {
        for (ShmChannel each = retired.poll(); each != null; each = retired.poll()) {
            each.unmap();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "the endpoint is closed");
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        List<Channel> all = channels();
        for (int i = 0; i < all.size(); i++) {
            channel(all, i).shut();
        }
        for (int i = 0; i < all.size(); i++) {
            retire(channel(all, i));
        }
        fabric.forget(this);
    }
}
