package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.socket.ClientHandshake;
import dev.mangrove.fabric.socket.SocketSetup;
import dev.mangrove.fabric.verbs.device.EventChannel;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * One thread's queue pairs. It polls the completion queues of all its channels; blocking, it sleeps
 * on one completion channel that they share.
 *
 * <p>The lock keeps {@link #close}, which any thread may call, from freeing a queue that the
 * endpoint's thread is polling. Only those two contend for it.
 */
final class VerbsEndpoint extends Endpoint {
    private final VerbsFabric fabric;
    private final @Nullable Secret secret;
    private final LocalMemory memory;
    private final EventChannel events;
    private final Object lock = new Object();
    private volatile VerbsChannel[] open = {};
    private volatile boolean closed;

    VerbsEndpoint(VerbsFabric fabric, EndpointOptions options) {
        super(fabric.host(), options);
        this.fabric = fabric;
        this.secret = options.secret();
        this.memory = new LocalMemory(fabric.device());
        this.events = new EventChannel(fabric.device());
    }

    VerbsFabric fabric() {
        return fabric;
    }

    /** Held while queues are used. */
    Object lock() {
        return lock;
    }

    LocalMemory memory() {
        return memory;
    }

    EventChannel events() {
        return events;
    }

    @Override
    public MemorySegment allocate(long bytes) {
        synchronized (lock) {
            checkOpen();
            return memory.allocate(bytes);
        }
    }

    @Override
    protected Channel open(URI target) {
        checkOpen();
        long deadline = host().nanoTime() + timeoutNanos();
        SocketChannel socket =
                new ClientHandshake(
                                target,
                                VerbsLocation.of(target).address(),
                                secret,
                                host(),
                                deadline,
                                () -> closed)
                        .connect();
        VerbsChannel channel;
        synchronized (lock) {
            if (closed) {
                SocketSetup.closeQuietly(socket);
            }
            checkOpen();
            channel = VerbsChannel.create(this, target, socket);
            VerbsChannel[] more = Arrays.copyOf(open, open.length + 1);
            more[open.length] = channel;
            open = more;
        }
        try {
            channel.connect();
            return channel;
        } catch (RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    protected void progress() {
        synchronized (lock) {
            for (VerbsChannel channel : open) {
                channel.progress();
            }
        }
    }

    @Override
    protected boolean hasMessage() {
        for (VerbsChannel channel : open) {
            if (channel.hasNews()) {
                return true;
            }
        }
        return closed;
    }

    @Override
    public int receive(MessageHandler handler) {
        progress();
        int handed = 0;
        for (VerbsChannel channel : open) {
            handed += channel.receive(handler);
        }
        if (handed == 0) {
            for (VerbsChannel channel : open) {
                channel.checkOpen();
            }
            checkOpen();
        }
        return handed;
    }

    @Override
    protected void block(long nanos) {
        synchronized (lock) {
            boolean news = closed;
            for (VerbsChannel channel : open) {
                channel.arm();
                news |= channel.progress();
            }
            if (news) {
                return;
            }
        }
        events.await(nanos);
        synchronized (lock) {
            if (!closed) {
                events.takeEvents();
            }
        }
    }

    /** Wakes the thread of this endpoint; from any thread. */
    void wakeUp() {
        events.wakeUp();
    }

    /** Forgets a closed channel and frees what it held. */
    void remove(VerbsChannel channel) {
        synchronized (lock) {
            open =
                    Arrays.stream(open)
                            .filter(other -> other != channel)
                            .toArray(VerbsChannel[]::new);
            channel.free();
        }
        forget(channel);
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "endpoint is closed");
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            for (VerbsChannel channel : open) {
                channel.end("endpoint is closed");
                channel.free();
            }
            events.takeEvents();
        }
        events.close();
        synchronized (lock) {
            memory.close();
        }
        fabric.forget(this);
    }
}
