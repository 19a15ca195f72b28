package dev.mangrove.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Range;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.random.RandomGeneratorFactory;

/** Answers that are longer than a message and than the room between server and client. */
@OnEveryFabric
final class LongAnswerTest {
    private static final int LENGTH = 6 << 20;

    @RegisterExtension final Pools pools;

    LongAnswerTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldStreamAnAnswerOfAnyLength() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            byte[] expected = fill(session, chunk);
            Call call = session.link(0).call(Range.BYTES);
            for (int length : new int[] {0, 1, 1000, 65_536, 300_000, LENGTH}) {
                Range.write(call.request(), Call.PAYLOAD, chunk, length);
                call.execute(MessageKind.COPY_OUT, Range.BYTES);
                assertThat(call.answerBytes()).isEqualTo(length);
                MemorySegment want = MemorySegment.ofArray(expected).asSlice(0, length);
                assertThat(call.answer().asSlice(0, length).mismatch(want)).isEqualTo(-1);
            }
        }
    }

    @Test
    void shouldWaitForASlowReaderWithoutMakingOthersWait() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session slow = ClientAccess.of(mangrove).session();
                Session quick = ClientAccess.of(mangrove).session()) {
            long chunk = slow.allocateChunk(0, ChunkOwner.CLIENT);
            long[] read = {0};
            long[] slowest = {0};
            Call echo = quick.link(0).call(8);
            Call copy = slow.link(0).call(Range.BYTES);
            copy.partsTo(
                    (memory, offset, length) -> {
                        if (read[0] % (2 << 20) < length) { // The client pauses every 2 MiB.
                            slowest[0] =
                                    Math.max(slowest[0], echoFor(echo, Duration.ofMillis(200)));
                        }
                        read[0] += length;
                    });
            Range.write(copy.request(), Call.PAYLOAD, chunk, LENGTH);
            copy.execute(MessageKind.COPY_OUT, Range.BYTES);
            assertThat(read[0]).isEqualTo(LENGTH);
            assertThat(Duration.ofNanos(slowest[0])).isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void shouldAnswerInOrderTheRequestsBehindALongAnswer() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            Call copy = session.link(0).call(Range.BYTES);
            Range.write(copy.request(), Call.PAYLOAD, chunk, LENGTH);
            copy.send(MessageKind.COPY_OUT, Range.BYTES);
            Call[] echoes = new Call[40];
            for (int i = 0; i < echoes.length; i++) {
                echoes[i] = session.link(0).call(8);
                echoes[i].request().set(ValueLayout.JAVA_LONG_UNALIGNED, Call.PAYLOAD, i);
                echoes[i].send(MessageKind.ECHO, 8);
            }
            copy.await();
            assertThat(copy.answerBytes()).isEqualTo(LENGTH);
            for (int i = 0; i < echoes.length; i++) {
                echoes[i].await();
                assertThat(echoes[i].answer().get(ValueLayout.JAVA_LONG_UNALIGNED, 0)).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldCloseTheConnectionOfAReaderThatStalls() {
        MemoryServer server =
                pools.start(options -> options.withStallLimit(Duration.ofMillis(300)));
        try (Mangrove mangrove = pools.connect(server);
                Session stalled = ClientAccess.of(mangrove).session();
                Session other = ClientAccess.of(mangrove).session()) {
            long chunk = stalled.allocateChunk(0, ChunkOwner.CLIENT);
            int connections = other.status(0).connections();
            Call copy = stalled.link(0).call(Range.BYTES);
            Range.write(copy.request(), Call.PAYLOAD, chunk, LENGTH);
            copy.send(MessageKind.COPY_OUT, Range.BYTES);
            pools.until(() -> other.status(0).connections() == connections - 1);
            assertThatThrownBy(copy::await).isInstanceOf(FabricException.class);
            assertThat(echoFor(other.link(0).call(8), Duration.ofMillis(10)))
                    .isLessThan(20_000_000_000L);
            try (Session again = ClientAccess.of(mangrove).session()) {
                assertThat(again.status(0).memoryUsed()).isEqualTo(AddressSpace.CHUNK_BYTES);
            }
        }
    }

    @Test
    void shouldRefuseToCopyOutWhatIsNotGranted() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            long[][] ranges = {
                {chunk, AddressSpace.CHUNK_BYTES + 1},
                {chunk + AddressSpace.CHUNK_BYTES, 1},
                {chunk, -1},
                {chunk, Long.MAX_VALUE},
                {chunk - 64, 64},
                {0, 8},
                {-1, 8},
                {chunk | 0xFFFF_FFFF_FFFFL, 8},
                {chunk + (1L << 48), 8},
            };
            for (long[] range : ranges) {
                Call call = session.link(0).admin();
                Range.write(call.request(), Call.PAYLOAD, range[0], range[1]);
                assertThatThrownBy(() -> call.execute(MessageKind.COPY_OUT, Range.BYTES))
                        .isInstanceOfSatisfying(
                                RequestRefusedException.class,
                                e -> assertThat(e.status()).isEqualTo(Status.NOT_FOUND));
            }
        }
    }

    @Test
    void shouldPassOnWhatAPartHandlerThrows() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            Call copy = session.link(0).call(Range.BYTES);
            copy.partsTo(
                    (memory, offset, length) -> {
                        throw new IllegalStateException("enough");
                    });
            Range.write(copy.request(), Call.PAYLOAD, chunk, LENGTH);
            assertThatThrownBy(() -> copy.execute(MessageKind.COPY_OUT, Range.BYTES))
                    .hasMessage("enough");
            copy.partsTo(null);
            copy.execute(MessageKind.COPY_OUT, Range.BYTES);
            assertThat(copy.answerBytes()).isEqualTo(LENGTH);
        }
    }

    /** Sends messages for the given time; returns the longest round trip. */
    private static long echoFor(Call call, Duration time) {
        long slowest = 0;
        long started = System.nanoTime();
        while (System.nanoTime() - started < time.toNanos()) {
            long before = System.nanoTime();
            call.execute(MessageKind.ECHO, 8);
            slowest = Math.max(slowest, System.nanoTime() - before);
        }
        return slowest;
    }

    private static byte[] fill(Session session, long chunk) {
        byte[] bytes = new byte[LENGTH];
        RandomGeneratorFactory.of("L64X128MixRandom").create(11).nextBytes(bytes);
        int piece = 64 << 10;
        MemorySegment local = session.allocate(piece);
        Batch batch = session.channel(chunk).batch(1);
        for (int at = 0; at < LENGTH; at += piece) {
            MemorySegment.copy(bytes, at, local, ValueLayout.JAVA_BYTE, 0, piece);
            batch.clear().write(chunk + at, local, 0, piece);
            batch.execute();
        }
        return bytes;
    }
}
