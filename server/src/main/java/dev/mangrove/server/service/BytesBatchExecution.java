package dev.mangrove.server.service;

import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.wire.BytesKind;
import dev.mangrove.index.wire.BytesOperation;
import dev.mangrove.index.wire.BytesOutcome;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.request.Dispatcher;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Executes the operations of a request; one that fails does not stop those behind it. */
final class BytesBatchExecution {
    /** Bytes of outcomes after which no further operation is executed. */
    private static final int ENOUGH = BytesKind.LONGEST_BODY / 2;

    private final BytesTree tree;
    private final List<BytesOutcome> outcomes = new ArrayList<>();
    private int bytes;

    BytesBatchExecution(BytesTree tree) {
        this.tree = tree;
    }

    /** Executes operations; returns the answer. */
    byte[] run(byte[] body) {
        List<BytesOperation> operations = operations(body);
        for (int i = 0; i < operations.size() && bytes < ENOUGH; i++) {
            BytesOutcome outcome = execute(operations.get(i));
            outcomes.add(outcome);
            bytes += outcome.bytes();
        }
        ByteBuffer answer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        outcomes.forEach(outcome -> outcome.write(answer));
        return answer.array();
    }

    /** All are read before the first is executed, so that a malformed request changes nothing. */
    private static List<BytesOperation> operations(byte[] body) {
        ByteBuffer from = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        List<BytesOperation> operations = new ArrayList<>();
        while (from.hasRemaining()) {
            operations.add(BytesOperation.read(from));
        }
        return operations;
    }

    private BytesOutcome execute(BytesOperation operation) {
        try {
            if (operation.code() == BytesKind.GET_OPERATION) {
                byte[] value = tree.get(operation.key());
                return new BytesOutcome(Status.OK, value != null, value);
            }
            BytesTree.Result result =
                    tree.change(
                            BytesChange.of(operation.code()),
                            operation.key(),
                            operation.value(),
                            operation.expected(),
                            operation.ttl());
            return new BytesOutcome(Status.OK, result.met(), result.value());
        } catch (RuntimeException e) {
            byte[] reason = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
            return new BytesOutcome(Dispatcher.statusOf(e, BytesKind.APPLY_ALL), false, reason);
        }
    }
}
