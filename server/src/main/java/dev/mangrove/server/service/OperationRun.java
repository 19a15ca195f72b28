package dev.mangrove.server.service;

import dev.mangrove.index.wire.OperationAnswer;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Dispatcher;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Executes the operations of a request, and writes an {@link OperationAnswer}. */
final class OperationRun {
    private final Request request;
    private final Reply reply;
    private final int before;
    private @Nullable RuntimeException failure;

    /** Operations of a request, by their position. */
    interface Operations {
        /** Executes one; returns its result. */
        boolean execute(int i);

        /** Whether the last one was not executed, and the rest shall not be either. */
        default boolean isStopped() {
            return false;
        }

        /** The value that the last one has found; 0 if none. */
        default long value() {
            return 0;
        }
    }

    OperationRun(Request request, Reply reply) {
        this(request, reply, 0);
    }

    /** As the other, with an answer that has {@code before} words of the caller's first. */
    OperationRun(Request request, Reply reply, int before) {
        this.request = request;
        this.reply = reply;
        this.before = before;
    }

    /**
     * Number of operations of a request.
     *
     * @param before words before the first
     * @param each words of an operation
     */
    static int count(Request request, int before, int each) {
        request.require(Words.bytes(before + each));
        int words = request.length() / Long.BYTES - before;
        int operations = words / each;
        if (operations > OperationAnswer.MOST || words % each != 0) {
            throw new IllegalArgumentException(
                    "a request has 1 to "
                            + OperationAnswer.MOST
                            + " operations of "
                            + each
                            + " words: words="
                            + words);
        }
        return operations;
    }

    /** Whether an operation has failed. */
    boolean hasFailed() {
        return failure != null;
    }

    /** Executes operations up to the first that fails; returns the bytes of the answer. */
    int run(int count, Operations operations) {
        long results = 0;
        int executed = 0;
        while (executed < count && failure == null) {
            try {
                boolean result = operations.execute(executed);
                if (operations.isStopped()) {
                    break;
                }
                results |= (result ? 1L : 0) << executed;
                put(OperationAnswer.FIRST_VALUE + executed, operations.value());
                executed++;
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        put(OperationAnswer.EXECUTED, executed);
        put(OperationAnswer.RESULTS, results);
        int end = OperationAnswer.FIRST_VALUE + executed;
        return failure == null ? Words.bytes(before + end) : fail(end, failure);
    }

    private int fail(int word, RuntimeException cause) {
        put(word, Dispatcher.statusOf(cause, request.kind()).code());
        byte[] text = String.valueOf(cause.getMessage()).getBytes(StandardCharsets.UTF_8);
        int from = Words.bytes(before + word + 1);
        int length = Math.min(text.length, reply.capacity() - from);
        MemorySegment.copy(
                text,
                0,
                reply.memory(),
                ValueLayout.JAVA_BYTE,
                (long) Reply.PAYLOAD + from,
                length);
        return from + length;
    }

    private void put(int i, long word) {
        Words.put(reply.memory(), Reply.PAYLOAD, before + i, word);
    }
}
