package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.IoLoop;
import dev.mangrove.fabric.socket.Limits;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Requests, answers and messages arrive complete, however TCP divides the stream. */
final class TcpStreamTest {
    private static final long SIZE = 8 << 20;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private final Fabric fabric = new TcpProvider().open(Host.system());
    private final Target target =
            fabric.listen(TargetOptions.at(URI.create("tcp://127.0.0.1:0?io=1")));
    private final Region region = target.allocate(1, SIZE, Placement.HOST);
    private final Endpoint endpoint = fabric.endpoint(EndpointOptions.DEFAULT);

    @AfterEach
    void closeFabric() {
        fabric.close();
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 8", "3, 9", "4, 64", "5, 64", "6, 4000"})
    void shouldKeepRequestsAndAnswersWholeInPieces(long seed, int largestPiece) throws IOException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        int scale = Math.max(64, largestPiece);
        byte[] model = new byte[16 * scale];
        MemorySegment expected = MemorySegment.ofArray(model);
        MemorySegment local = endpoint.allocate(model.length);
        MemorySegment source = endpoint.allocate(model.length);
        try (ChoppingProxy proxy = new ChoppingProxy(target.uri(), seed, largestPiece)) {
            Channel channel = endpoint.connect(proxy.uri());
            channel.attach(region.handle());
            Batch batch = channel.batch(8);
            for (int round = 0; round < 60; round++) {
                batch.clear();
                for (int i = 0; i < 4; i++) {
                    int length = random.nextInt(scale);
                    int offset = random.nextInt(model.length - length);
                    for (int at = 0; at < length; at++) {
                        source.set(
                                ValueLayout.JAVA_BYTE,
                                (long) i * scale + at,
                                (byte) random.nextInt());
                    }
                    batch.write(Address.of(1, offset), source, (long) i * scale, length);
                    MemorySegment.copy(source, (long) i * scale, expected, offset, length);
                }
                int word = random.nextInt(model.length / 8) * 8;
                long before = expected.get(WORD, word);
                int add = batch.fetchAndAdd(Address.of(1, word), round);
                expected.set(WORD, word, before + round);
                int from = random.nextInt(model.length - scale);
                batch.read(Address.of(1, from), local, from, scale);
                batch.execute();
                assertThat(batch.result(add)).isEqualTo(before);
                assertThat(local.asSlice(from, scale).mismatch(expected.asSlice(from, scale)))
                        .isEqualTo(-1);
            }
            assertThat(region.memory().asSlice(0, model.length).mismatch(expected)).isEqualTo(-1);
            endpoint.close();
        }
    }

    /** These answers fit no buffer: the server must stop, and resume as the client reads. */
    @Test
    void shouldStreamAnswersThatTheClientReadsLate() {
        MemorySegment memory = region.memory();
        for (long at = 0; at < SIZE; at += 8) {
            memory.set(WORD, at, at * 31);
        }
        Channel channel = endpoint.connect(target.uri());
        channel.attach(region.handle());
        int length = Limits.LARGEST_TRANSFER - 5;
        MemorySegment local = endpoint.allocate(32L * Limits.LARGEST_TRANSFER);
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            Batch batch = channel.batch(2);
            batch.read(
                    Address.of(1, 3 + i * 1001L),
                    local,
                    (long) i * Limits.LARGEST_TRANSFER,
                    length);
            batch.fetchAndAdd(Address.of(1, SIZE - 8), 1);
            batch.submit();
            batches.add(batch);
        }
        readElsewhere();
        for (int i = 0; i < 32; i++) {
            assertThat(batches.get(i).next()).isZero();
            MemorySegment found = local.asSlice((long) i * Limits.LARGEST_TRANSFER, length);
            assertThat(found.mismatch(memory.asSlice(3 + i * 1001L, length))).isEqualTo(-1);
            batches.get(i).await();
            assertThat(batches.get(i).result(1)).isEqualTo((SIZE - 8) * 31 + i);
        }
    }

    /**
     * Answers of all sizes: of some, all but a rest fits the kernel's buffers, and the server sends
     * the rest later.
     */
    @Test
    void shouldRestOnceAllIsSent() throws Exception {
        int step = 32 << 10;
        List<RawPeer> peers = new ArrayList<>();
        for (int length = step; length <= Limits.LARGEST_TRANSFER; length += step) {
            RawPeer peer = RawPeer.admitted(target.uri(), null);
            peers.add(peer);
            peer.attach(region.handle());
            peer.send(Frame.REQUESTS, RawPeer.request(Verb.READ, length, Address.of(1, 0)));
        }
        readElsewhere();
        for (int i = 0; i < peers.size(); i++) {
            for (int left = (i + 1) * step; left > 0; ) {
                left -= peers.get(i).hear().payload().limit() - Frame.ANSWER_HEAD_BYTES;
            }
        }
        long server = ioThread();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getThreadCpuTime(server);
        Thread.sleep(100);
        assertThat(threads.getThreadCpuTime(server) - before).isBetween(0L, 20_000_000L);
        for (RawPeer peer : peers) {
            peer.close();
        }
    }

    private static long ioThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(IoLoop.THREAD_NAME))
                .findFirst()
                .orElseThrow()
                .threadId();
    }

    private void readElsewhere() {
        Endpoint other = fabric.endpoint(EndpointOptions.DEFAULT);
        Channel channel = other.connect(target.uri());
        channel.attach(region.handle());
        Batch batch = channel.batch(1);
        for (int i = 0; i < 100; i++) {
            batch.clear().read(Address.of(1, 8), other.allocate(8), 0, 8);
            batch.execute();
        }
    }

    @Test
    void shouldKeepAnswersWholeWhileAnotherThreadSendsMessages() {
        Channel channel = endpoint.connect(target.uri());
        channel.attach(region.handle());
        int messages = 5000;
        Host.Task sender = Host.system().start("sender", () -> sendNumbered(messages));
        MemorySegment local = endpoint.allocate(2048);
        Batch batch = channel.batch(2);
        List<Long> received = new ArrayList<>();
        for (int i = 0; received.size() < messages; i++) {
            batch.clear().read(Address.of(1, 0), local, 0, 2048);
            int add = batch.fetchAndAdd(Address.of(1, 4096), 1);
            batch.execute();
            assertThat(batch.result(add)).isEqualTo(i);
            endpoint.receive(
                    (from, memory, offset, length) -> {
                        assertThat(length).isEqualTo(8 + received.size() % 900);
                        received.add(memory.get(WORD, offset));
                    });
        }
        assertThat(sender.join(30_000_000_000L)).isTrue();
        assertThat(received).hasSize(messages);
        for (int i = 0; i < messages; i++) {
            assertThat(received.get(i)).isEqualTo(i);
        }
    }

    /** Waits for the client and sends it messages of growing length, each with its number. */
    private void sendNumbered(int number) {
        Inbox inbox = target.inbox(0);
        Opened opened = new Opened();
        while (opened.connections.isEmpty()) {
            inbox.await(Waiting.BLOCK, 10_000_000);
            inbox.poll(opened, 1);
        }
        MemorySegment message = MemorySegment.ofArray(new byte[1024]);
        for (int i = 0; i < number; i++) {
            message.set(WORD, 0, i);
            while (!opened.connections.getFirst().trySend(message, 0, 8 + i % 900)) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class Opened implements Inbox.Handler {
        private final List<Connection> connections = new ArrayList<>();

        @Override
        public void onOpened(Connection connection) {
            connections.add(connection);
        }

        @Override
        public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
            throw new AssertionError("no client sends to the server");
        }

        @Override
        public void onImmediate(Connection from, int immediate) {
            throw new AssertionError("no client sends to the server");
        }

        @Override
        public void onClosed(Connection connection, String reason) {
            connections.remove(connection);
        }
    }
}
