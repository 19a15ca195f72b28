package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.host.Host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** A proxy between one client and a server that forwards bytes in chunks of random size. */
final class ChoppingProxy implements AutoCloseable {
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Host.Task> tasks = new ArrayList<>();
    private final URI target;
    private final long seed;
    private final int largestPiece;

    ChoppingProxy(URI target, long seed, int largestPiece) throws IOException {
        this.target = target;
        this.seed = seed;
        this.largestPiece = largestPiece;
        tasks.add(Host.system().start("chopping proxy", this::serve));
    }

    URI uri() {
        return URI.create("tcp://127.0.0.1:" + listener.getLocalPort());
    }

    private void serve() {
        try (Socket client = listener.accept();
                Socket server = new Socket(target.getHost(), target.getPort())) {
            Host.Task answers =
                    Host.system().start("chopped answers", () -> pass(server, client, seed));
            pass(client, server, ~seed);
            answers.join(PATIENCE_NANOS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(Socket from, Socket to, long itsSeed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(itsSeed);
        byte[] bytes = new byte[largestPiece];
        try {
            to.setTcpNoDelay(true);
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes, 0, 1);
                    read >= 0;
                    read = in.read(bytes, 0, random.nextInt(1, largestPiece))) {
                out.write(bytes, 0, read);
            }
            to.shutdownOutput();
        } catch (SocketException _) {
            // One side has closed; closing the sockets ends the other, too.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Host.Task task : tasks) {
            task.join(PATIENCE_NANOS);
        }
    }
}
