package dev.mangrove.fabric.verbs.control;

import dev.mangrove.fabric.socket.IoLoop;
import dev.mangrove.fabric.socket.KeyHandler;
import dev.mangrove.fabric.socket.SocketSetup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The TCP connection beside a queue pair: an I/O thread reads it, any thread writes. It ends when
 * either process dies, which an idle queue pair does not notice.
 */
public final class ControlConnection implements KeyHandler {
    private static final System.Logger LOG = System.getLogger(ControlConnection.class.getName());

    /** Receives messages; on the I/O thread. */
    public interface ControlListener {
        /** A message. */
        void received(ControlMessage message);

        /** The connection has ended; called once. From any thread. */
        void ended(String reason);

        /** The time limit for OFFER has passed. */
        default void expired() {}
    }

    private final SocketChannel socket;
    private final IoLoop loop;
    private final ControlListener listener;
    private final ByteBuffer input = ByteBuffer.allocate(ControlMessage.BYTES);
    private final AtomicBoolean told = new AtomicBoolean();

    public ControlConnection(SocketChannel socket, IoLoop loop, ControlListener listener) {
        this.socket = socket;
        this.loop = loop;
        this.listener = listener;
    }

    /** Registers the socket with the I/O thread. */
    void start() {
        loop.execute(
                () -> {
                    try {
                        loop.register(socket).attach(this);
                    } catch (IOException | ClosedSelectorException e) {
                        end("connection lost: " + e.getMessage());
                    }
                });
    }

    @Override
    public void ready() {
        try {
            while (socket.isOpen()) {
                int read = socket.read(input);
                if (read < 0) {
                    end("it has closed the connection");
                    return;
                }
                if (input.hasRemaining()) {
                    return;
                }
                ControlMessage message = ControlMessage.copyOf(input.flip());
                input.clear();
                if (!message.isGenuine()) {
                    LOG.log(System.Logger.Level.WARNING, "not a message of the control protocol");
                    end("it broke the protocol");
                    return;
                }
                listener.received(message);
            }
        } catch (IOException e) {
            end("connection lost: " + e.getMessage());
        }
    }

    @Override
    public void expire() {
        listener.expired();
    }

    @Override
    public void endWith(String reason) {
        end(reason);
    }

    /** Sends a message; ends the connection if the socket is full. From any thread. */
    public synchronized void send(ControlMessage message) {
        ByteBuffer bytes = message.bytes();
        try {
            socket.write(bytes);
            if (bytes.hasRemaining()) {
                end("the peer does not read its messages");
            }
        } catch (IOException e) {
            end("connection lost: " + e.getMessage());
        }
    }

    private void end(String reason) {
        close();
        if (told.compareAndSet(false, true)) {
            listener.ended(reason);
        }
    }

    /** Ends the connection without calling the listener. From any thread. */
    public void close() {
        if (!socket.isOpen()) {
            return;
        }
        SocketSetup.closeQuietly(socket);
        // The kernel closes the socket only after the selector has deregistered it.
        loop.wakeUp();
    }
}
