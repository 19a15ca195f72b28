package dev.mangrove.index.rtree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialBatch.Operation;
import dev.mangrove.index.wire.OperationAnswer;
import dev.mangrove.index.wire.SpatialChange;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Requests with payloads to the server that holds a tree. Used by one thread. */
final class PayloadCalls implements PayloadCursor.Source {
    /** Bytes of a request at most. Chosen: an eighth of a connection's window. */
    private static final int REQUEST_BYTES = 32 << 10;

    private static final int REQUEST_WORDS = 2;
    private static final int STAGE_WORDS = 3;

    /** Bytes of the changes of a request, if it has several: they fit one message. */
    private static final int AT_ONCE = REQUEST_BYTES - Words.bytes(REQUEST_WORDS);

    private final Call call;
    private final long index;

    PayloadCalls(Session session, int server, long index) {
        this.call = session.link(server).call(REQUEST_BYTES);
        this.index = index;
    }

    /** Executes a change; returns its result. */
    boolean change(SpatialChange change) {
        long executed = send(List.of(change));
        if (executed == 0) {
            throw call.failureAt(OperationAnswer.FIRST_VALUE);
        }
        return isMet(0);
    }

    /**
     * Executes changes of a batch, up to one that fails.
     *
     * @param first the first of them
     * @return the first of those that are left
     */
    int apply(SpatialBatch batch, int first, Failures failures) {
        List<SpatialChange> changes = changes(batch, first);
        int executed = send(changes);
        for (int i = 0; i < executed; i++) {
            batch.succeeded(first + i, isMet(i));
        }
        int next = first + executed;
        if (executed == changes.size()) {
            return next;
        }
        RuntimeException failure = call.failureAt(OperationAnswer.FIRST_VALUE + executed);
        batch.failed(next, failures.translate(failure, SpatialCalls.changeOf(batch.id(next))));
        return next + 1;
    }

    /** As many changes of a batch as fit a message, up to a get; one if it is longer. */
    private static List<SpatialChange> changes(SpatialBatch batch, int first) {
        List<SpatialChange> changes = new ArrayList<>();
        int bytes = 0;
        int most = Math.min(batch.size(), first + OperationAnswer.MOST);
        for (int i = first; i < most && batch.operation(i) != Operation.GET; i++) {
            SpatialChange change =
                    new SpatialChange(
                            SpatialCodes.code(batch.operation(i)),
                            batch.id(i),
                            batch.minX(i),
                            batch.minY(i),
                            batch.maxX(i),
                            batch.maxY(i),
                            batch.payload(i));
            bytes += change.bytes();
            if (bytes > AT_ONCE && !changes.isEmpty()) {
                break;
            }
            changes.add(change);
        }
        return changes;
    }

    /** Sends changes and waits; returns how many the server has executed. */
    private int send(List<SpatialChange> changes) {
        int bytes = changes.stream().mapToInt(SpatialChange::bytes).sum();
        ByteBuffer body = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        changes.forEach(change -> change.write(body));
        boolean fits = bytes <= AT_ONCE;
        if (!fits) {
            stage(body.array());
        }
        int length = Words.write(call.request(), Call.PAYLOAD, index, bytes);
        if (fits) {
            put(body.array(), 0, bytes, length);
            length += bytes;
        }
        call.execute(SpatialKind.APPLY_PAYLOADS, length);
        long executed = word(OperationAnswer.EXECUTED);
        if (executed < 0 || executed > changes.size()) {
            throw corrupt("an answer has " + executed + " results");
        }
        return (int) executed;
    }

    private boolean isMet(int change) {
        return (word(OperationAnswer.RESULTS) & 1L << change) != 0;
    }

    private void stage(byte[] body) {
        int head = Words.bytes(STAGE_WORDS);
        for (int position = 0; position < body.length; ) {
            int part = Math.min(body.length - position, call.capacity() - head);
            int _ = Words.write(call.request(), Call.PAYLOAD, index, body.length, position);
            put(body, position, part, head);
            call.execute(SpatialKind.STAGE, head + part);
            position += part;
        }
    }

    private void put(byte[] from, int position, int length, int at) {
        MemorySegment.copy(
                from,
                position,
                call.request(),
                ValueLayout.JAVA_BYTE,
                Call.PAYLOAD + (long) at,
                length);
    }

    @Override
    public void read(long[] ids, int from, int to, byte[] @Nullable [] payloads) {
        // Ends: each answer has at least one payload.
        for (int next = from; next < to; ) {
            next += ask(ids, next, Math.min(to - next, SpatialKind.MOST_PAYLOADS), payloads);
        }
    }

    /** Asks for payloads; returns how many of them, the first ones, the answer has. */
    private int ask(long[] ids, int from, int count, byte[] @Nullable [] payloads) {
        Words.put(call.request(), Call.PAYLOAD, 0, index);
        for (int i = 0; i < count; i++) {
            Words.put(call.request(), Call.PAYLOAD, 1 + i, ids[from + i]);
        }
        call.execute(SpatialKind.PAYLOADS, Words.bytes(1 + count));
        long answered = word(0);
        if (answered < 1 || answered > count) {
            throw corrupt("an answer has " + answered + " payloads");
        }
        long at = Words.bytes(1 + (int) answered);
        for (int i = 0; i < answered; i++) {
            byte[] payload = payload(word(1 + i), at);
            payloads[from + i] = payload;
            at += payload == null ? 0 : payload.length;
        }
        return (int) answered;
    }

    private byte @Nullable [] payload(long length, long at) {
        if (length == SpatialKind.ABSENT) {
            return null;
        }
        if (length < 0 || length > call.answerBytes() - at) {
            throw corrupt("an answer has no payload of length " + length);
        }
        byte[] payload = new byte[(int) length];
        MemorySegment.copy(call.answer(), ValueLayout.JAVA_BYTE, at, payload, 0, payload.length);
        return payload;
    }

    private long word(int i) {
        if (call.answerBytes() < Words.bytes(i + 1)) {
            throw corrupt(
                    "an answer is too short: bytes="
                            + call.answerBytes()
                            + ", expected at least "
                            + Words.bytes(i + 1));
        }
        return Words.get(call.answer(), 0, i);
    }

    private static FabricException corrupt(String what) {
        return new FabricException(FabricException.Kind.CORRUPT, what);
    }
}
