package dev.mangrove.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.fixture.FakeConnection;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGeneratorFactory;

final class OutboxTest {
    private static final int MESSAGE = 64;
    private static final int KIND = 99;
    private static final long ID = 1234;

    private final FakeConnection connection = new FakeConnection();
    private final Outbox outbox = new Outbox(connection);
    private final MemorySegment buffer = Arena.ofAuto().allocate(MESSAGE, 8);

    @Test
    void shouldStreamALongAnswerInOrderAndFlagAllButTheLast() {
        byte[] answer = random(10_000);
        connection.room = 3;
        outbox.stream(new BytesSource(answer), KIND, ID, buffer);
        while (!outbox.isEmpty()) {
            connection.room = 1;
            buffer.fill((byte) -1); // Other users of the buffer overwrite it between two turns.
            outbox.pump(buffer);
        }
        assertThat(joined()).isEqualTo(answer);
        for (int i = 0; i < connection.taken.size(); i++) {
            MemorySegment message = MemorySegment.ofArray(connection.taken.get(i));
            boolean last = i == connection.taken.size() - 1;
            assertThat(Header.flags(message, 0)).isEqualTo(last ? 0 : Header.MORE);
            assertThat(Header.request(message, 0)).isEqualTo(ID);
            assertThat(Header.kind(message, 0)).isEqualTo(KIND);
        }
    }

    @Test
    void shouldKeepACopyOfAMessageThatHasNoRoom() {
        connection.room = 0;
        Header.write(buffer, 0, KIND, (byte) 0, Status.OK, ID);
        outbox.send(buffer, Header.BYTES);
        assertThat(outbox.isEmpty()).isFalse();
        buffer.fill((byte) 0);
        connection.room = 1;
        outbox.pump(buffer);
        assertThat(outbox.isEmpty()).isTrue();
        assertThat(Header.request(MemorySegment.ofArray(connection.taken.getFirst()), 0))
                .isEqualTo(ID);
    }

    @Test
    void shouldLetOthersHaveTheirTurn() {
        outbox.stream(new BytesSource(random(MESSAGE * 100)), KIND, ID, buffer);
        assertThat(connection.taken).hasSize(16);
        assertThat(outbox.isEmpty()).isFalse();
    }

    @Test
    void shouldEndAnAnswerWhoseSourceFailsWithTheReason() {
        outbox.stream(
                new AnswerSource() {
                    private int parts;

                    @Override
                    public int fill(MemorySegment memory, long offset, int capacity) {
                        if (++parts == 2) {
                            throw new IllegalStateException("page lost");
                        }
                        return 1;
                    }

                    @Override
                    public boolean isDone() {
                        return false;
                    }
                },
                KIND,
                ID,
                buffer);
        assertThat(outbox.isEmpty()).isTrue();
        assertThat(connection.taken).hasSize(2);
        MemorySegment last = MemorySegment.ofArray(connection.taken.getLast());
        assertThat(Status.of(Header.status(last, 0))).isEqualTo(Status.INTERNAL);
        assertThat(Header.flags(last, 0)).isZero();
    }

    private byte[] joined() {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] message : connection.taken) {
            joined.write(message, Header.BYTES, message.length - Header.BYTES);
        }
        return joined.toByteArray();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        RandomGeneratorFactory.of("L64X128MixRandom").create(7).nextBytes(bytes);
        return bytes;
    }
}
