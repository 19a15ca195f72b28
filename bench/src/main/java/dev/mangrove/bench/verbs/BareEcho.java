package dev.mangrove.bench.verbs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A minimal echo of bytes between two processes: blocking socket channels, one thread per side.
 * Locations are {@code unix:PATH} and {@code tcp:PORT}.
 */
final class BareEcho {
    private static final String UNIX = "unix:";
    private static final String TCP = "tcp:";
    private static final int LARGEST = 64 * 1024;

    private BareEcho() {}

    static Server serve(String place) throws IOException {
        boolean unix = place.startsWith(UNIX);
        ServerSocketChannel listening =
                unix
                        ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                        : ServerSocketChannel.open();
        listening.bind(
                unix ? address(place) : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return new Server(listening);
    }

    private static SocketAddress address(String place) {
        return place.startsWith(UNIX)
                ? UnixDomainSocketAddress.of(place.substring(UNIX.length()))
                : new InetSocketAddress(
                        InetAddress.getLoopbackAddress(),
                        Integer.parseInt(place.substring(TCP.length())));
    }

    /** Sends received bytes back. */
    static final class Server implements AutoCloseable {
        private final ServerSocketChannel listening;

        private Server(ServerSocketChannel listening) {
            this.listening = listening;
            Thread.ofPlatform().daemon().name("bare-echo").start(this::accept);
        }

        String place() throws IOException {
            return switch (listening.getLocalAddress()) {
                case UnixDomainSocketAddress unix -> UNIX + unix.getPath();
                case InetSocketAddress tcp -> TCP + tcp.getPort();
                default -> throw new AssertionError(listening);
            };
        }

        private void accept() {
            try {
                while (true) {
                    try (SocketChannel client = listening.accept()) {
                        noDelay(client);
                        echo(client);
                    }
                }
            } catch (AsynchronousCloseException e) {
                Thread.currentThread().interrupt(); // The channel was closed: the thread ends.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void echo(SocketChannel client) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocateDirect(LARGEST);
            while (client.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    client.write(buffer);
                }
                buffer.clear();
            }
        }

        @Override
        public void close() throws IOException {
            SocketAddress address = listening.getLocalAddress();
            listening.close();
            if (address instanceof UnixDomainSocketAddress unix) {
                Files.deleteIfExists(Path.of(unix.getPath().toString()));
            }
        }
    }

    private static void noDelay(SocketChannel channel) throws IOException {
        if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    /** Sends bytes and waits until they are back. */
    static final class Client implements AutoCloseable {
        private final SocketChannel channel;
        private final ByteBuffer buffer;

        Client(String place, int bytes) throws IOException {
            channel = SocketChannel.open(address(place));
            noDelay(channel);
            buffer = ByteBuffer.allocateDirect(bytes);
        }

        void roundTrip() {
            try {
                buffer.clear();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                buffer.clear();
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer) < 0) {
                        throw new IllegalStateException(
                                "the echo server has closed the connection");
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
