package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.socket.ConnectionOutput;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Input;
import dev.mangrove.fabric.socket.IoLoop;
import dev.mangrove.fabric.socket.Limits;
import dev.mangrove.fabric.socket.ProtocolException;
import dev.mangrove.fabric.socket.StreamHandler;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;

/**
 * A server's half of one client's channel.
 *
 * <p>Three kinds of thread use it. The I/O thread reads and executes requests ({@link #turn}); it
 * holds the monitor of the output meanwhile. Any thread sends messages or closes, under the same
 * monitor. The thread that drains the inbox takes messages from the queue, which has its own.
 */
final class TcpConnection implements Connection, StreamHandler {
    private static final System.Logger LOG = System.getLogger(TcpConnection.class.getName());

    private final long id;
    private final String peer;
    private final SocketChannel socket;
    private final SelectionKey key;
    private final IoLoop loop;
    private final TcpInbox inbox;
    private final RequestReader reader;
    private final Input input = new Input();
    private final Delivery delivery;
    private volatile @Nullable String endReason;
    private int watched = SelectionKey.OP_READ;
    private boolean goesOn;

    private @Nullable Object attachment;

    /** Its monitor is the connection's. */
    final ConnectionOutput output;

    /** Owned by the inbox. */
    boolean queued;

    @Nullable TcpConnection nextQueued;

    TcpConnection(
            long id,
            String peer,
            SelectionKey key,
            IoLoop loop,
            TcpInbox inbox,
            Regions regions,
            int sequence) {
        this.id = id;
        this.peer = peer;
        this.key = key;
        this.socket = (SocketChannel) key.channel();
        this.loop = loop;
        this.inbox = inbox;
        this.output = new ConnectionOutput(socket, sequence);
        MessageQueue messages = new MessageQueue();
        this.delivery = new Delivery(this, messages);
        this.reader = new RequestReader(this, output, messages, regions, sequence);
    }

    @Override
    public void ready() {
        turn();
    }

    /**
     * Sends unsent output, then reads and executes requests; returns whether there was anything to
     * do.
     */
    @Override
    public boolean turn() {
        if (endReason != null) {
            return false;
        }
        synchronized (output) {
            // Set since the check above; requests may be left in the input.
            if (endReason != null) {
                return false;
            }
            try {
                output.flush();
                boolean worked = output.unsent() == 0 && readAndCarryOut();
                if (endReason == null) {
                    watch();
                }
                return worked;
            } catch (ProtocolException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} broke the protocol: {1}",
                        peer,
                        e.getMessage());
                end("broke the protocol: " + e.getMessage());
            } catch (IOException e) {
                end("connection lost: " + e.getMessage());
            } catch (RuntimeException | InternalError | OutOfMemoryError e) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "unexpected failure on the connection of " + peer,
                        e);
                end("unexpected failure: " + e);
            }
            return false;
        }
    }

    private boolean readAndCarryOut() throws IOException, ProtocolException {
        Input.Shared shared = loop.input();
        boolean before = input.hasKept();
        int read = input.fill(socket, shared.bytes);
        if (read < 0) {
            end("client has gone");
            return false;
        }
        if (read == 0 && !before && !reader.hasResultsLeft()) {
            return false;
        }
        try {
            boolean starved = reader.advance(shared);
            input.keep(shared.bytes);
            output.flush();
            if (!starved && output.unsent() == 0 && !goesOn) {
                goesOn = true;
                loop.again(this);
            }
            return read > 0 || !starved;
        } catch (BadRequestException e) {
            refuse(e.kind(), e.getMessage());
        } catch (IllegalStateException e) {
            refuse(Kind.BAD_KEY, "region was released");
        } catch (InternalError e) {
            // The JVM throws this where the kernel could not provide a page of mapped memory.
            refuse(Kind.OUT_OF_MEMORY, "no memory stands behind that address");
        }
        return false;
    }

    /** Continues after the turns of other connections. */
    @Override
    public void resume() {
        goesOn = false;
        turn();
    }

    /**
     * Selects for input only when all output has left: a client that does not read its answers gets
     * no more of them. The caller holds the monitor.
     */
    private void watch() {
        int interest = output.unsent() > 0 ? SelectionKey.OP_WRITE : SelectionKey.OP_READ;
        if (watched != interest) {
            watched = interest;
            key.interestOps(interest);
        }
    }

    /**
     * Answers with an error and ends the connection once the client has had a chance to read it.
     */
    private void refuse(Kind kind, @Nullable String text) throws IOException {
        String reason = kind + ": " + text;
        LOG.log(System.Logger.Level.WARNING, "{0} sent a bad request: {1}", peer, reason);
        output.endAnswer(reader.completed());
        output.error(kind, reader.failed(), String.valueOf(text));
        output.flush();
        endReason = "sent a bad request: " + reason;
        loop.closeAfterFlush(key, output);
        inbox.announce(this);
    }

    private void end(String reason) {
        if (endReason == null) {
            endReason = reason;
            loop.close(key);
            inbox.announce(this);
        }
    }

    @Override
    public void endWith(String reason) {
        synchronized (output) {
            end(reason);
        }
    }

    @Override
    public boolean trySend(MemorySegment memory, long offset, int length) {
        Objects.checkFromIndexSize(offset, (long) length, memory.byteSize());
        if (length > Limits.LARGEST_MESSAGE) {
            throw new FabricException(
                    Kind.TOO_LARGE,
                    "SEND of "
                            + length
                            + " bytes to "
                            + peer
                            + ": at most "
                            + Limits.LARGEST_MESSAGE
                            + " bytes");
        }
        synchronized (output) {
            checkOpen();
            if (!output.message(memory, offset, length)) {
                return false;
            }
            flush();
            checkOpen();
            return true;
        }
    }

    /**
     * Sends from any thread; the I/O thread sends what the socket does not accept now. The caller
     * holds the monitor.
     */
    private void flush() {
        try {
            output.flush();
            if (output.unsent() > 0) {
                watch();
                loop.wakeUp();
            }
        } catch (IOException e) {
            end("connection lost: " + e.getMessage());
        }
    }

    private void checkOpen() {
        String reason = endReason;
        if (reason != null) {
            throw new FabricException(Kind.PEER_LOST, peer + ": " + reason);
        }
    }

    /** A message is complete in the queue. */
    void delivered() {
        inbox.announce(this);
    }

    /** Whether the inbox has something to hand over. */
    boolean hasNews() {
        return delivery.hasNews();
    }

    /** Hands over at most {@code limit} items; from the thread that drains the inbox. */
    int handOver(Inbox.Handler handler, int limit) {
        return delivery.handOver(handler, limit);
    }

    /** Messages were consumed: the client may send as much again. */
    void consumed(int cost) {
        if (cost == 0) {
            return;
        }
        synchronized (output) {
            if (output.consumed(cost) && endReason == null) {
                output.control(Frame.CREDIT);
                flush();
            }
        }
    }

    /** Why it has ended; null while it is open. */
    @Nullable String endReason() {
        return endReason;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean isOpen() {
        return endReason == null;
    }

    @Override
    public void close() {
        endWith("closed by the server");
    }

    @Override
    public @Nullable Object attachment() {
        return attachment;
    }

    @Override
    public void attach(@Nullable Object value) {
        attachment = value;
    }
}
