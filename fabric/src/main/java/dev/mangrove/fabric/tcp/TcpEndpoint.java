package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.socket.ClientHandshake;
import dev.mangrove.fabric.socket.Input;
import dev.mangrove.fabric.socket.SocketSetup;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * One thread's sockets. While it polls it reads them directly if they are few, else it asks the
 * selector which to read; it blocks in the selector only.
 */
final class TcpEndpoint extends Endpoint {
    private static final long BYTES_ALIGNMENT = 64;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Time between two checks of all channels. Chosen: a fraction of {@link Liveness#PING_AFTER}.
     */
    private static final long LOOK_AT_ALL_AFTER = 50_000_000;

    /**
     * Largest number of channels that are polled by reading each. Chosen: with more channels, one
     * {@code selectNow} replaces the reads.
     */
    private static final int FEW = 2;

    private final TcpFabric fabric;
    private final @Nullable Secret secret;
    private final Selector selector;
    private final Input.Shared input = new Input.Shared();

    /** Created once, so that the paths that use them do not allocate. */
    private final Consumer<SelectionKey> progress = TcpEndpoint::progress;

    private final Consumer<SelectionKey> nothing = TcpEndpoint::nothing;

    /**
     * Garbage-collected: a thread still at work when another closes the endpoint must not fault.
     */
    private final Arena arena = Arena.ofAuto();

    private final Object lock = new Object();
    private volatile TcpChannel[] open = {};
    private volatile boolean closed;
    private long lookedAtAll;

    TcpEndpoint(TcpFabric fabric, EndpointOptions options) {
        super(fabric.host(), options);
        this.fabric = fabric;
        this.secret = options.secret();
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Input.Shared input() {
        return input;
    }

    @Override
    public MemorySegment allocate(long bytes) {
        checkOpen();
        return arena.allocate(bytes, BYTES_ALIGNMENT);
    }

    @Override
    protected Channel open(URI target) {
        checkOpen();
        long deadline = host().nanoTime() + timeoutNanos();
        SocketChannel socket =
                new ClientHandshake(
                                target,
                                TcpLocation.of(target).address(),
                                secret,
                                host(),
                                deadline,
                                () -> closed)
                        .connect();
        synchronized (lock) {
            try {
                checkOpen();
                SelectionKey key = socket.register(selector, SelectionKey.OP_READ);
                TcpChannel channel = new TcpChannel(this, target, socket, key);
                key.attach(channel);
                TcpChannel[] more = Arrays.copyOf(open, open.length + 1);
                more[open.length] = channel;
                open = more;
                return channel;
            } catch (IOException | FabricException e) {
                SocketSetup.closeQuietly(socket);
                throw e instanceof FabricException failure
                        ? failure
                        : new FabricException(Kind.PEER_LOST, "lost " + target, e);
            }
        }
    }

    @Override
    protected void progress() {
        TcpChannel[] all = open;
        if (all.length <= FEW) {
            for (TcpChannel channel : all) {
                channel.progress();
            }
            return;
        }
        try {
            selector.selectNow(progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClosedSelectorException e) {
            return; // Closed by another thread; every channel has failed.
        }
        long now = host().nanoTime();
        if (now - lookedAtAll >= LOOK_AT_ALL_AFTER) {
            lookedAtAll = now;
            for (TcpChannel channel : all) {
                channel.progress();
            }
        }
    }

    private static void progress(SelectionKey key) {
        ((TcpChannel) key.attachment()).progress();
    }

    private static void nothing(SelectionKey key) {}

    @Override
    protected boolean hasMessage() {
        for (TcpChannel channel : open) {
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
        for (TcpChannel channel : open) {
            handed += channel.receive(handler);
        }
        if (handed == 0) {
            for (TcpChannel channel : open) {
                channel.checkOpen();
            }
            checkOpen();
        }
        return handed;
    }

    @Override
    protected void block(long nanos) {
        try {
            selector.select(nothing, Math.max(1, nanos / NANOS_PER_MILLI));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClosedSelectorException e) {
            return; // Closed by another thread; a waiting thread finds its channel failed.
        }
    }

    /** Forgets a closed channel. */
    void remove(TcpChannel channel) {
        synchronized (lock) {
            open = Arrays.stream(open).filter(other -> other != channel).toArray(TcpChannel[]::new);
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
            for (TcpChannel channel : open) {
                channel.end("endpoint is closed");
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        fabric.forget(this);
    }
}
