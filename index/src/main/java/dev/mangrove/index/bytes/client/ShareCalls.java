package dev.mangrove.index.bytes.client;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.bytes.tree.TreeSurvey;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.BytesKind;
import dev.mangrove.index.wire.BytesOperation;
import dev.mangrove.index.wire.BytesOutcome;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Requests to the server of a share. Used by one thread. */
final class ShareCalls {
    /** Bytes of a request at most. Chosen: an eighth of a connection's window. */
    private static final int REQUEST_BYTES = 32 << 10;

    private final Call call;
    private final long tree;

    ShareCalls(Session session, int server, long tree) {
        this.call = session.link(server).call(REQUEST_BYTES);
        this.tree = tree;
    }

    /** Makes sure that the server has the tree; returns the pointer to its anchor. */
    long open(int pageSize, int fanout) {
        execute(BytesKind.OPEN, tree, pageSize, fanout);
        return word(0);
    }

    byte @Nullable [] get(byte[] key) {
        execute(BytesKind.GET, new byte[] @Nullable [] {key}, tree, key.length);
        return value();
    }

    /** Nanoseconds that a key has left; -1 if it is absent or has no expiry. */
    long ttl(byte[] key) {
        execute(BytesKind.TTL, new byte[] @Nullable [] {key}, tree, key.length);
        return word(0);
    }

    BytesTree.Result change(
            BytesChange change, byte[] key, byte[] value, byte[] expected, long ttl) {
        execute(
                BytesKind.CHANGE,
                new byte[] @Nullable [] {key, value, expected},
                tree,
                change.code(),
                ttl,
                key.length,
                value.length,
                expected.length);
        return new BytesTree.Result(word(0) == 1, value());
    }

    /** Asks for operations; {@link #awaitAll} must follow. */
    void sendAll(List<BytesOperation> operations) {
        int bytes = operations.stream().mapToInt(BytesOperation::bytes).sum();
        ByteBuffer body = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        operations.forEach(operation -> operation.write(body));
        send(BytesKind.APPLY_ALL, new byte[] @Nullable [] {body.array()}, tree, bytes);
    }

    /** Waits for the outcomes of the operations that the server has executed. */
    List<BytesOutcome> awaitAll() {
        call.await();
        ByteBuffer answer = ByteBuffer.wrap(answer()).order(ByteOrder.LITTLE_ENDIAN);
        List<BytesOutcome> outcomes = new ArrayList<>();
        while (answer.hasRemaining()) {
            outcomes.add(BytesOutcome.read(answer));
        }
        return outcomes;
    }

    /** The failure of an operation; null if there is none. */
    @Nullable RuntimeException failure(BytesOutcome outcome) {
        if (outcome.status() == Status.OK) {
            return null;
        }
        byte[] reason = outcome.value();
        return call.refusal(
                outcome.status(), reason == null ? "" : new String(reason, StandardCharsets.UTF_8));
    }

    /** Asks for entries: {@link #answer} has a word, 1 if more follow, and the entries. */
    void scan(KeyRange range, boolean descending, long most) {
        execute(
                BytesKind.SCAN,
                new byte[] @Nullable [] {range.low(), range.high()},
                tree,
                most,
                flags(range) | (descending ? BytesKind.DESCENDING : 0),
                length(range.low()),
                length(range.high()));
    }

    /** A copy of the last answer. */
    byte[] answer() {
        return call.answer().asSlice(0, call.answerBytes()).toArray(ValueLayout.JAVA_BYTE);
    }

    long count(KeyRange range) {
        long keys = 0;
        KeyRange left = range;
        // Ends: each answer but the last names a larger key to go on from.
        while (true) {
            execute(
                    BytesKind.COUNT,
                    new byte[] @Nullable [] {left.low(), left.high()},
                    tree,
                    flags(left),
                    length(left.low()),
                    length(left.high()));
            keys += word(0);
            byte[] next = value();
            if (next == null) {
                return keys;
            }
            left = left.from(next);
        }
    }

    /** Adds entries, in the form of a scan's answer, to the load. */
    void loadSome(byte[] entries, double fill) {
        execute(
                BytesKind.LOAD_SOME,
                new byte[] @Nullable [] {entries},
                tree,
                Double.doubleToRawLongBits(fill),
                entries.length);
    }

    /** Ends a load; returns its entries. */
    long endLoad(boolean adopt) {
        execute(BytesKind.LOAD_END, tree, adopt ? 1 : 0);
        return word(0);
    }

    /**
     * Asks for extents of so many bytes for places of this client's table; returns how many of
     * them, the first ones, have one now. {@link #table} returns the table's offset.
     */
    int hold(int bytes, int[] places) {
        long[] words = new long[3 + places.length];
        words[0] = tree;
        words[1] = bytes;
        words[2] = places.length;
        for (int i = 0; i < places.length; i++) {
            words[3 + i] = places[i];
        }
        execute(BytesKind.HOLD, words);
        return (int) word(1);
    }

    /** Offset of this client's table, after {@link #hold}. */
    long table() {
        return word(0);
    }

    TreeSurvey survey() {
        return TreeSurvey.read(call.execute(BytesKind.SURVEY, new WireWriter().putLong(tree)));
    }

    private void execute(int kind, long... words) {
        execute(kind, new byte[0] @Nullable [], words);
    }

    private void execute(int kind, byte[] @Nullable [] strings, long... words) {
        send(kind, strings, words);
        call.await();
    }

    /** Sends a request; what is too long for one message is sent ahead. */
    private void send(int kind, byte[] @Nullable [] strings, long... words) {
        long body = 0;
        for (byte[] string : strings) {
            body += string == null ? 0 : string.length;
        }
        boolean staged = Words.bytes(words.length) + body > call.capacity();
        if (staged) {
            stage(join(strings, (int) body));
        }
        int bytes = Words.write(call.request(), Call.PAYLOAD, words);
        for (byte[] string : strings) {
            if (string != null && !staged) {
                put(string, 0, string.length, Call.PAYLOAD + (long) bytes);
                bytes += string.length;
            }
        }
        call.send(kind, bytes);
    }

    private static byte[] join(byte[] @Nullable [] strings, int length) {
        byte[] body = new byte[length];
        int position = 0;
        for (byte[] string : strings) {
            if (string != null) {
                System.arraycopy(string, 0, body, position, string.length);
                position += string.length;
            }
        }
        return body;
    }

    private void stage(byte[] body) {
        int words = Words.bytes(3);
        for (int position = 0; position < body.length; ) {
            int part = Math.min(body.length - position, call.capacity() - words);
            int _ = Words.write(call.request(), Call.PAYLOAD, tree, body.length, position);
            put(body, position, part, Call.PAYLOAD + (long) words);
            call.execute(BytesKind.STAGE, words + part);
            position += part;
        }
    }

    private void put(byte[] from, int position, int length, long at) {
        MemorySegment.copy(from, position, call.request(), ValueLayout.JAVA_BYTE, at, length);
    }

    /** The string behind two words of the answer, if the second has its length. */
    private byte @Nullable [] value() {
        long length = word(1);
        if (length == BytesKind.ABSENT) {
            return null;
        }
        if (length < 0 || length != call.answerBytes() - Words.bytes(2)) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "an answer has no value of length " + length);
        }
        byte[] value = new byte[(int) length];
        MemorySegment.copy(
                call.answer(), ValueLayout.JAVA_BYTE, Words.bytes(2), value, 0, value.length);
        return value;
    }

    private long word(int i) {
        if (call.answerBytes() < Words.bytes(i + 1)) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "an answer is too short: bytes="
                            + call.answerBytes()
                            + ", expected at least "
                            + Words.bytes(i + 1));
        }
        return Words.get(call.answer(), 0, i);
    }

    private static long length(byte @Nullable [] string) {
        return string == null ? BytesKind.ABSENT : string.length;
    }

    private static long flags(KeyRange range) {
        return (range.lowIncluded() ? BytesKind.LOW_INCLUDED : 0)
                | (range.highIncluded() ? BytesKind.HIGH_INCLUDED : 0);
    }
}
