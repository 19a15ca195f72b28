package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.IoLoop;
import dev.mangrove.fabric.socket.Limits;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Another thread closes a connection with an input buffer full of requests, just after the I/O
 * thread found it open. The test acts as the I/O thread.
 */
final class LateRequestTest {
    private static final int TRIES = 50;
    private static final int ANSWERS = 2 * Limits.ANSWERS_PER_TURN;
    private static final int READ_BYTES = ANSWERS * Limits.LARGEST_ANSWER + Long.BYTES;
    private static final int FILLER_BYTES = 2 * Limits.INPUT_BUFFER;
    private static final long WITNESS = 0;
    private static final long FILLER = 64;
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final Host host = Host.system();
    private final Regions regions = new Regions();
    private final Region region = regions.allocate(1, 4 << 20, Placement.HOST);

    @Test
    void shouldCarryOutNothingAfterTheConnectionWasClosed() throws Exception {
        boolean reached = false;
        for (int i = 0; i < TRIES && !reached; i++) {
            reached = closesBeforeTheLastTurn();
        }
        assertThat(reached).as("a turn that had requests left").isTrue();
    }

    /** Returns false if the socket did not accept the answers fast enough for the test. */
    private boolean closesBeforeTheLastTurn() throws Exception {
        IoLoop loop = new IoLoop(host, 0);
        try (ServerSocketChannel listener = ServerSocketChannel.open();
                Socket socket = new Socket()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.connect(listener.getLocalAddress());
            RawPeer client = new RawPeer(socket);
            TcpConnection connection =
                    new TcpConnection(
                            1,
                            "client",
                            loop.register(listener.accept()),
                            loop,
                            new TcpInbox(host),
                            regions,
                            0);
            client.send(
                    Frame.ATTACH, RawPeer.bytes().putLong(1).putLong(region.handle().key()).flip());
            until(connection::turn);
            assertThat(client.hear().type()).isEqualTo(Frame.ATTACHED);
            return closesWithRequestsLeft(connection, client);
        } finally {
            loop.discard();
        }
    }

    private boolean closesWithRequestsLeft(TcpConnection connection, RawPeer client)
            throws Exception {
        Thread sender = Thread.ofPlatform().start(() -> quietly(() -> sendRequests(client)));
        AtomicInteger answers = new AtomicInteger();
        Thread receiver = Thread.ofPlatform().start(() -> quietly(() -> count(client, answers)));
        try {
            for (int turns = 1; turns <= 2; turns++) {
                until(connection::turn);
                int expected = turns * Limits.ANSWERS_PER_TURN;
                if (connection.output.unsent() > 0 || !comes(answers, expected)) {
                    return false;
                }
            }
            long before = witness();
            closeUnder(connection);
            assertThat(witness()).as("counted after the end").isEqualTo(before);
            return true;
        } finally {
            connection.close();
            sender.join();
            receiver.join();
        }
    }

    /** Starts a turn that finds the connection open and waits for the thread that closes it. */
    private static void closeUnder(TcpConnection connection) throws InterruptedException {
        Thread turn;
        synchronized (connection.output) {
            turn = Thread.ofPlatform().start(connection::turn);
            until(() -> turn.getState() == Thread.State.BLOCKED);
            connection.close();
        }
        turn.join();
    }

    private long witness() {
        return region.memory().get(ValueLayout.JAVA_LONG, WITNESS);
    }

    private static void sendRequests(RawPeer client) throws IOException {
        ByteBuffer all = RawPeer.bytes();
        all.put(RawPeer.request(Verb.READ, READ_BYTES, at(0)));
        all.put(RawPeer.request(Verb.FETCH_AND_ADD, Long.BYTES, at(WITNESS), 1));
        all.put(RawPeer.request(Verb.WRITE, FILLER_BYTES, at(FILLER)));
        all.position(all.position() + FILLER_BYTES);
        client.send(Frame.REQUESTS, all.flip());
    }

    private static void count(RawPeer client, AtomicInteger answers) throws IOException {
        while (client.hear().type() == Frame.ANSWER) {
            answers.incrementAndGet();
        }
    }

    /** Whether exactly {@code expected} answers arrive. */
    private static boolean comes(AtomicInteger answers, int expected) {
        long deadline = System.nanoTime() + PATIENCE_NANOS / 50;
        while (answers.get() < expected && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
        return answers.get() == expected;
    }

    private static long at(long offset) {
        return Address.of(1, offset);
    }

    private interface Talk {
        void run() throws IOException;
    }

    /** Runs the client and ignores the failure, as the connection is closed meanwhile. */
    private static void quietly(Talk talk) {
        try {
            talk.run();
        } catch (IOException e) {
            assertThat(e).isNotNull();
        }
    }

    private static void until(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("within 5 s").isNegative();
            Thread.onSpinWait();
        }
    }
}
