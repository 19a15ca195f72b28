package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.Secret;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/** Takes new connections on the first I/O thread and spreads them over all. */
public final class Acceptor implements KeyHandler {
    private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());

    /**
     * New connections that are accepted before other sockets of the thread are served. Chosen:
     * bounds how long a burst of connections delays the requests of others.
     */
    private static final int ACCEPTS_PER_TURN = 64;

    private final String protocol;
    private final ServerSocketChannel listener;
    private final SelectionKey key;
    private final List<IoLoop> loops;
    private final @Nullable Secret secret;
    private final ServerHandshake.Entrance entrance;
    private int next;

    /** Accepts for a protocol, which is the scheme of its URIs. */
    public Acceptor(
            String protocol,
            ServerSocketChannel listener,
            List<IoLoop> loops,
            @Nullable Secret secret,
            ServerHandshake.Entrance entrance)
            throws IOException {
        this.protocol = protocol;
        this.listener = listener;
        this.loops = loops;
        this.secret = secret;
        this.entrance = entrance;
        listener.configureBlocking(false);
        key = listener.register(loops.getFirst().selector(), SelectionKey.OP_ACCEPT, this);
    }

    @Override
    public void ready() {
        try {
            for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
                SocketChannel socket = listener.accept();
                if (socket == null) {
                    return;
                }
                IoLoop loop = loops.get(next++ % loops.size());
                loop.execute(() -> greet(socket, loop));
            }
        } catch (IOException e) {
            rest(e);
        }
    }

    /**
     * Pauses accepting, most likely because no descriptors are left; retries after the time limit
     * of a handshake.
     */
    private void rest(IOException e) {
        LOG.log(System.Logger.Level.ERROR, "cannot accept connections: {0}", e.getMessage());
        if (key.isValid()) {
            key.interestOps(0);
            loops.getFirst().limit(key, this);
        }
    }

    @Override
    public void expire() {
        key.interestOps(SelectionKey.OP_ACCEPT);
    }

    private void greet(SocketChannel socket, IoLoop loop) {
        try {
            SocketSetup.apply(socket);
            SelectionKey connection = loop.register(socket);
            ServerHandshake handshake =
                    new ServerHandshake(
                            protocol,
                            loop,
                            connection,
                            SocketSetup.peer(protocol, socket),
                            secret,
                            entrance);
            connection.attach(handshake);
            loop.limit(connection, handshake);
        } catch (IOException | ClosedSelectorException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "connection lost before the handshake: {0}",
                    e.getMessage());
            SocketSetup.closeQuietly(socket);
        }
    }

    @Override
    public void endWith(String reason) {
        loops.getFirst().close(key);
    }
}
