package dev.mangrove.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.wire.SpatialChange;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Malformed requests with payloads change nothing and leave nothing behind. */
@OnEveryFabric
final class HostilePayloadTest {
    private static final int CAPACITY = 8 << 10;
    private static final int LENGTH_OFFSET = SpatialChange.HEAD - Long.BYTES;

    @RegisterExtension final Pools pools;

    private Mangrove mangrove;
    private SpatialIndex index;
    private Session session;
    private Call call;
    private long id;

    HostilePayloadTest(String scheme) {
        pools = new Pools(scheme);
    }

    @BeforeEach
    void open() {
        mangrove = pools.connect(pools.start(options -> options));
        index = mangrove.createSpatial("places");
        index.insert(7, 1, 1, new byte[] {1, 2, 3});
        session = ClientAccess.of(mangrove).session();
        id = session.catalogue().open("places").id();
        call = session.link(0).call(CAPACITY);
    }

    @AfterEach
    void indexIsUnharmed() {
        index.verify().orThrow();
        assertThat(index.count(-9, -9, 9, 9)).isEqualTo(1);
        assertThat(index.payload(7)).containsExactly(1, 2, 3);
        session.close();
        index.close();
        mangrove.close();
    }

    @Test
    void shouldRefuseLengthsThatNoPayloadHas() {
        long[] lengths = {
            SpatialIndex.LONGEST_PAYLOAD + 1L, -2, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32
        };
        for (long length : lengths) {
            byte[] body = body(upsert(8));
            ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).putLong(LENGTH_OFFSET, length);
            assertRefused(body, body.length, Status.MALFORMED);
        }
    }

    @Test
    void shouldRefuseChangesThatEndEarlyAndExecuteNoneBeforeThem() {
        byte[] body = body(upsert(8), upsert(9));
        for (int length = body.length - 1; length > body.length / 2; length -= 7) {
            assertRefused(Arrays.copyOf(body, length), length, Status.MALFORMED);
        }
        assertRefused(new byte[0], 0, Status.MALFORMED);
    }

    @Test
    void shouldRefuseLengthsThatAreNotThoseOfTheRequest() {
        byte[] body = body(upsert(8));
        long[] lengths = {body.length - 1, body.length + 1, -1, Long.MAX_VALUE, 1L << 32};
        for (long length : lengths) {
            assertRefused(body, length, Status.MALFORMED);
        }
        assertRefused(new byte[0], body.length, Status.MALFORMED);
    }

    @Test
    void shouldRefuseTooManyChangesAndThoseThatAreNone() {
        SpatialChange[] many = new SpatialChange[65];
        Arrays.fill(many, new SpatialChange(SpatialKind.DELETE, 9, 0, 0, 0, 0, null));
        byte[] body = body(many);
        assertRefused(body, body.length, Status.MALFORMED);
        for (int change : new int[] {-1, 5, Integer.MAX_VALUE}) {
            byte[] wrong = body(new SpatialChange(change, 7, 0, 0, 0, 0, null));
            assertRefused(wrong, wrong.length, Status.MALFORMED);
        }
    }

    @Test
    void shouldRefuseParametersThatTheApiRefuses() {
        byte[] some = {9};
        assertFails(new SpatialChange(SpatialKind.UPSERT, 7, Double.NaN, 0, 0, 0, some));
        assertFails(new SpatialChange(SpatialKind.INSERT, 8, 1, 0, 0, 0, some));
        assertFails(new SpatialChange(SpatialKind.UPDATE, 7, 0, 0, 0, 0, some));
        assertFails(new SpatialChange(SpatialKind.DELETE, 7, 0, 0, 0, 0, some));
    }

    @Test
    void shouldRefuseStagesThatAreNone() {
        long longest = SpatialKind.LONGEST_CHANGES;
        long[][] stages = {
            {longest + 1, 0}, {-1, 0}, {longest, longest}, {16, -1}, {16, 1}, {1L << 32, 0}
        };
        for (long[] stage : stages) {
            int words = Words.write(call.request(), Call.PAYLOAD, id, stage[0], stage[1]);
            assertThatThrownBy(() -> call.execute(SpatialKind.STAGE, words + 16))
                    .isInstanceOfSatisfying(
                            RequestRefusedException.class,
                            e -> assertThat(e.status()).isEqualTo(Status.MALFORMED));
        }
    }

    @Test
    void shouldRefuseRequestsForPayloadsThatAreNone() {
        Words.put(call.request(), Call.PAYLOAD, 0, id);
        int[] lengths = {0, 7, 8, 15, 17, Words.bytes(66), Words.bytes(500)};
        for (int length : lengths) {
            assertThatThrownBy(() -> call.execute(SpatialKind.PAYLOADS, length))
                    .as("length %d", length)
                    .isInstanceOfSatisfying(
                            RequestRefusedException.class,
                            e -> assertThat(e.status()).isEqualTo(Status.MALFORMED));
        }
        int words = Words.write(call.request(), Call.PAYLOAD, id + 99, 7);
        assertThatThrownBy(() -> call.execute(SpatialKind.PAYLOADS, words))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.status()).isEqualTo(Status.NOT_FOUND));
    }

    private static SpatialChange upsert(long object) {
        return new SpatialChange(SpatialKind.UPSERT, object, 2, 2, 2, 2, new byte[50]);
    }

    private static byte[] body(SpatialChange... changes) {
        int bytes = Arrays.stream(changes).mapToInt(SpatialChange::bytes).sum();
        ByteBuffer body = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (SpatialChange change : changes) {
            change.write(body);
        }
        return body.array();
    }

    private void send(byte[] body, long length) {
        int words = Words.write(call.request(), Call.PAYLOAD, id, length);
        MemorySegment.copy(
                body,
                0,
                call.request(),
                ValueLayout.JAVA_BYTE,
                Call.PAYLOAD + (long) words,
                body.length);
        call.execute(SpatialKind.APPLY_PAYLOADS, words + body.length);
    }

    private void assertRefused(byte[] body, long length, Status status) {
        assertThatThrownBy(() -> send(body, length))
                .as("bytes=%d, length=%d", body.length, length)
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.status()).isEqualTo(status));
    }

    /** The request is sound, and its only change fails. */
    private void assertFails(SpatialChange change) {
        byte[] body = body(change);
        send(body, body.length);
        assertThat(Words.get(call.answer(), 0, 0)).isZero();
        assertThat(Words.get(call.answer(), 0, 2)).isEqualTo(Status.INVALID.code());
    }
}
