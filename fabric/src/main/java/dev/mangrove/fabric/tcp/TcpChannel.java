package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.socket.Handshake;
import dev.mangrove.fabric.socket.Input;
import dev.mangrove.fabric.socket.Limits;
import dev.mangrove.fabric.socket.ProtocolException;
import dev.mangrove.fabric.socket.SocketSetup;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A client's half of one connection. */
final class TcpChannel extends Channel {
    private final TcpEndpoint endpoint;
    private final SocketChannel socket;
    private final SelectionKey key;
    private final RequestWriter writer;
    private final AnswerReader reader;
    private final Input input = new Input();
    private final Liveness liveness = new Liveness();
    private int watched = SelectionKey.OP_READ;
    private @Nullable RegionHandle attaching;

    TcpChannel(TcpEndpoint endpoint, URI peer, SocketChannel socket, SelectionKey key) {
        super(endpoint, peer, Limits.CAPABILITIES);
        this.endpoint = endpoint;
        this.socket = socket;
        this.key = key;
        this.writer = new RequestWriter(socket, Handshake.FRAMES);
        this.reader = new AnswerReader(this, writer, Handshake.FRAMES);
    }

    @Override
    public Batch batch(int capacity) {
        return new TcpBatch(this, capacity);
    }

    @Override
    public MemorySegment direct(RegionHandle region) {
        throw new FabricException(
                Kind.UNSUPPORTED,
                "no direct access over TCP: region " + region.id() + " of " + peer());
    }

    /** Queues a batch and sends what the socket accepts. */
    void post(TcpBatch batch) {
        reader.post(batch);
        writer.post(batch);
        pump();
    }

    private void pump() {
        try {
            boolean backlog = writer.hasUnsent();
            if (writer.pump() > 0 && backlog) {
                liveness.heard(); // The peer's kernel made room, so its reader has read.
            }
            watchOutput();
        } catch (IOException e) {
            lost(e.getMessage());
        }
    }

    /** Has the selector report room in the socket while output is unsent. */
    private void watchOutput() {
        int interest =
                writer.hasUnsent()
                        ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
                        : SelectionKey.OP_READ;
        if (watched != interest && key.isValid()) {
            watched = interest;
            key.interestOps(interest);
        }
    }

    /** Sends and receives what it can without blocking. */
    void progress() {
        if (!isOpen()) {
            shut();
            return;
        }
        if (writer.hasUnsent()) {
            pump();
        }
        Input.Shared shared = endpoint.input();
        try {
            int read = input.fill(socket, shared.bytes);
            if (read > 0) {
                liveness.heard();
                reader.advance(shared);
                input.keep(shared.bytes);
                if (writer.isHeldBack()) {
                    pump();
                }
            } else {
                input.keep(shared.bytes);
                if (read < 0) {
                    lost("it has closed the connection");
                } else {
                    checkAlive(endpoint.host().nanoTime());
                }
            }
        } catch (ProtocolException e) {
            fail(
                    new FabricException(
                            Kind.CORRUPT, peer() + " broke the protocol: " + e.getMessage(), e));
            shut();
        } catch (IOException e) {
            lost(e.getMessage());
        }
    }

    /** Sends a PING to a silent server, and fails the channel after {@link Liveness#LOST_AFTER}. */
    void checkAlive(long now) {
        liveness.quiet(now);
        if (liveness.isLost(now)) {
            lost("no bytes received for " + Liveness.LOST_AFTER / 1_000_000 + " ms");
        } else if (liveness.isPingDue(now) && !writer.hasUnsent()) {
            writer.ping();
            pump();
        }
    }

    private void lost(@Nullable String why) {
        fail(new FabricException(Kind.PEER_LOST, "lost " + peer() + ": " + why));
        shut();
    }

    /** The server refused a request. */
    void failRequest(Kind kind, Verb verb, long address, int length, String text) {
        fail(kind, verb, address, length, text);
    }

    /** The server refused something else. */
    void refused(Kind kind, String text) {
        RegionHandle region = attaching;
        String what = region == null ? "" : "attach of region " + region.id() + " of ";
        fail(new FabricException(kind, what + peer() + ": " + text));
    }

    @Override
    protected void doAttach(RegionHandle region) {
        attaching = region;
        writer.attach(region.id(), region.key());
        pump();
        await(() -> attaching == null, "attach of region " + region.id());
    }

    /** The server has attached a region. */
    void attached(long id, long size) throws ProtocolException {
        RegionHandle region = attaching;
        if (region == null || region.id() != id) {
            throw new ProtocolException("attached what was not asked for: region=" + id);
        }
        attaching = null;
        if (size != region.size()) {
            fail(
                    new FabricException(
                            Kind.BAD_KEY,
                            "attach of region "
                                    + id
                                    + " of "
                                    + peer()
                                    + ": it has "
                                    + size
                                    + " bytes, not "
                                    + region.size()));
        }
    }

    /** Whether a message waits or the channel has failed. */
    boolean hasNews() {
        return !reader.messages().isEmpty() || !isOpen();
    }

    /** Hands over the messages that have arrived. */
    int receive(MessageHandler handler) {
        MessageQueue messages = reader.messages();
        int handed = 0;
        while (messages.next() != MessageQueue.NOTHING) {
            int length = messages.length();
            meter().received(length);
            handed++;
            try {
                handler.onMessage(this, messages.memory(), messages.offset(), length);
            } finally {
                consumed(messages.release());
            }
        }
        return handed;
    }

    private void consumed(int cost) {
        reader.consumed(cost);
        if (writer.consumed(cost) && isOpen()) {
            pump();
        }
    }

    @Override
    public void close() {
        end("channel is closed");
        endpoint.remove(this);
    }

    /** Fails the channel with {@code CLOSED} and ends the connection; from any thread. */
    void end(String text) {
        fail(new FabricException(Kind.CLOSED, text + ": " + peer()));
        shut();
    }

    private void shut() {
        if (socket.isOpen()) {
            SocketSetup.closeQuietly(socket);
        }
    }
}
