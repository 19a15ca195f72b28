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
 * The TCP connection beside a queue pair: read by an I/O thread, written by any. It ends when
 * either side does, however that dies, which the queue pair alone would not notice.
 */
public final class ControlConnection implements KeyHandler {
    private static final System.Logger LOG = System.getLogger(ControlConnection.class.getName());

    /** Who is told what comes; on the I/O thread. */
    public interface Listener {
        /** A message. */
        void heard(ControlMessage message);

        /** The connection is over; told once. From any thread. */
        void ended(String reason);

        /** The time to introduce itself is over. */
        default void expired() {}
    }

    private final SocketChannel socket;
    private final IoLoop loop;
    private final Listener listener;
    private final ByteBuffer input = ByteBuffer.allocate(ControlMessage.BYTES);
    private final AtomicBoolean told = new AtomicBoolean();

    public ControlConnection(SocketChannel socket, IoLoop loop, Listener listener) {
        this.socket = socket;
        this.loop = loop;
        this.listener = listener;
    }

    /** Has the I/O thread listen. */
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
                    LOG.log(System.Logger.Level.WARNING, "not a message of our protocol");
                    end("it broke the protocol");
                    return;
                }
                listener.heard(message);
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
    public void abandon(String reason) {
        end(reason);
    }

    /** Sends a message; a peer that reads nothing is lost. From any thread. */
    public synchronized void say(ControlMessage message) {
        ByteBuffer bytes = message.bytes();
        try {
            socket.write(bytes);
            if (bytes.hasRemaining()) {
                end("it does not read what it is sent");
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

    /** Ends the connection without a word to the listener. From any thread. */
    public void close() {
        if (!socket.isOpen()) {
            return;
        }
        SocketSetup.closeQuietly(socket);
        // The kernel's socket goes once the selector has let go of it.
        loop.wakeUp();
    }
}
