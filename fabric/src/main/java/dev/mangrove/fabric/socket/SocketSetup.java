package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.posix.ListeningSockets;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * Options of every socket: no delay, bounded kernel buffers, and detection of vanished hosts by the
 * kernel.
 */
public final class SocketSetup {
    /**
     * Chosen: idle time plus probes, 5 + 5 · 2 = 15 seconds, stay below {@link #GIVE_UP_MILLIS}.
     */
    private static final int KEEP_ALIVE_IDLE_SECONDS = 5;

    private static final int KEEP_ALIVE_INTERVAL_SECONDS = 2;
    private static final int KEEP_ALIVE_PROBES = 5;

    /**
     * Time without an acknowledgement after which the kernel drops a peer; also bounds how long a
     * client may leave answers unread once the kernel's buffers are full. Chosen: above the 15 s
     * that keep-alive takes.
     */
    private static final int GIVE_UP_MILLIS = 20_000;

    private static final System.Logger LOG = System.getLogger(SocketSetup.class.getName());

    private SocketSetup() {}

    /**
     * Keep-alive sends no probes while data is unacknowledged; by default the kernel would then
     * retransmit for a quarter of an hour.
     */
    public static void giveUpVanishedPeers(int port) {
        try {
            if (!ListeningSockets.giveUpAfter(port, GIVE_UP_MILLIS)) {
                LOG.log(System.Logger.Level.DEBUG, "listening socket not found: port {0}", port);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no time limit for peers: {0}", e.getMessage());
        }
    }

    /** Closes a socket and ignores errors. */
    public static void closeQuietly(SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing a socket failed: {0}", e.getMessage());
        }
    }

    static void apply(SocketChannel socket) throws IOException {
        socket.configureBlocking(false);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.setOption(StandardSocketOptions.SO_SNDBUF, Limits.SOCKET_BUFFER);
        socket.setOption(StandardSocketOptions.SO_RCVBUF, Limits.SOCKET_BUFFER);
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_INTERVAL_SECONDS);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_PROBES);
        }
    }

    /** Readable form of the other side's address. */
    static String peer(String protocol, SocketChannel socket) throws IOException {
        if (!(socket.getRemoteAddress() instanceof InetSocketAddress address)) {
            throw new IOException("socket is closed");
        }
        String host = address.getAddress().getHostAddress();
        return protocol
                + "://"
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":"
                + address.getPort();
    }
}
