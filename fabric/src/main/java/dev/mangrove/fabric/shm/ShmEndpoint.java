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

/** One thread's end. Blocking, it watches the bells of all its channels at once. */
final class ShmEndpoint extends Endpoint {
    private static final int LINE = 64;

    private final ShmFabric fabric;
    private final Arena arena = Arena.ofShared();
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
        checkOpen();
        List<Channel> all = channels();
        int handled = 0;
        for (int i = 0; i < all.size(); i++) {
            handled += channel(all, i).receive(handler);
        }
        if (handled == 0) {
            for (int i = 0; i < all.size(); i++) {
                all.get(i).checkOpen();
            }
        }
        return handled;
    }

    @Override
    protected void progress() {
        List<Channel> all = channels();
        for (int i = 0; i < all.size(); i++) {
            channel(all, i).progress();
        }
    }

    @Override
    protected boolean hasMessage() {
        if (closed) {
            return true;
        }
        List<Channel> all = channels();
        for (int i = 0; i < all.size(); i++) {
            ShmChannel channel = channel(all, i);
            if (channel.hasMessage() || !channel.isOpen()) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected void block(long nanos) {
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

    void drop(ShmChannel channel) {
        forget(channel);
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
        for (Channel channel : List.copyOf(channels())) {
            channel.close();
        }
        arena.close();
        fabric.forget(this);
    }
}
