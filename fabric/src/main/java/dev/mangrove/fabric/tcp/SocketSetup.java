package dev.mangrove.fabric.tcp;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * Options of every socket: no delay, bounded kernel buffers, and keep-alive that notices a vanished
 * host in 15 s.
 */
final class SocketSetup {
    private static final int KEEP_ALIVE_IDLE_SECONDS = 5;
    private static final int KEEP_ALIVE_INTERVAL_SECONDS = 2;
    private static final int KEEP_ALIVE_PROBES = 5;

    private SocketSetup() {}

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
    static String peer(SocketChannel socket) throws IOException {
        if (!(socket.getRemoteAddress() instanceof InetSocketAddress address)) {
            throw new IOException("socket is closed");
        }
        String host = address.getAddress().getHostAddress();
        return TcpLocation.SCHEME
                + "://"
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":"
                + address.getPort();
    }
}
