package dev.mangrove.index.bytes.client;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.page.bytes.KeyProbe;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.wire.BytesKind;
import dev.mangrove.index.wire.BytesOperation;
import dev.mangrove.index.wire.BytesOutcome;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A batch of operations. Those that can be executed in place are. Of the others each share gets
 * those of its keys, in order, as many at once as fit a message. Requests of all shares are under
 * way at the same time. Each operation gets a result or a failure. After a request that fails as a
 * whole, the share gets no other.
 */
final class BytesBatchRun {
    /** Bytes of the operations of a request, if it has several. Chosen: they fit one message. */
    private static final int AT_ONCE = 30 << 10;

    /** Operations of a request at most. Chosen as for ordered indexes. */
    private static final int MOST = 64;

    private final BytesShares shares;
    private final Failures failures;
    private final BytesBatch batch;
    private final List<Deque<Integer>> open = new ArrayList<>();
    private final List<List<Integer>> sent = new ArrayList<>();

    /** A bit for the hash of each key that has an operation in a request. */
    private long waiting;

    BytesBatchRun(BytesShares shares, Failures failures, BytesBatch batch) {
        this.shares = shares;
        this.failures = failures;
        this.batch = batch;
        for (int share = 0; share < shares.count(); share++) {
            open.add(new ArrayDeque<>());
            sent.add(List.of());
        }
    }

    /** Executes all operations; returns how many failed. */
    int run() {
        batch.forgetResults();
        for (int i = 0; i < batch.size(); i++) {
            divide(i);
        }
        while (open.stream().anyMatch(left -> !left.isEmpty())) {
            work();
        }
        return batch.failed();
    }

    private void divide(int i) {
        try {
            ByteKeys.check(batch.key(i));
            RemoteBytesIndex.checkValue(batch.newValue(i));
            RemoteBytesIndex.checkValue(batch.expected(i));
        } catch (IllegalArgumentException e) {
            batch.failed(i, e);
            return;
        }
        long bit = 1L << KeyProbe.hash(batch.key(i));
        if ((waiting & bit) != 0 || !isDoneInPlace(i)) {
            waiting |= bit;
            open.get(shares.numberOf(batch.key(i))).addLast(i);
        }
    }

    /** Executes an operation in place, unless an earlier one on its key waits for a request. */
    private boolean isDoneInPlace(int i) {
        BytesChange change = change(batch.operation(i));
        if (change == null || batch.ttlNanos(i) != BytesBatch.NO_TTL) {
            return false;
        }
        try {
            BytesTree.Result result =
                    shares.of(batch.key(i))
                            .changeInPlace(
                                    change, batch.key(i), batch.newValue(i), batch.expected(i));
            if (result != null) {
                batch.completed(i, result.met(), result.value());
            }
            return result != null;
        } catch (RuntimeException e) {
            batch.failed(i, translated(i, e));
            return true;
        }
    }

    /**
     * Sends a request to each share that has operations left, then takes the answers. Requests that
     * were sent are awaited also after an Error, because their answers are on the way.
     */
    private void work() {
        @Nullable Error error = null;
        int started = 0;
        try {
            for (; started < open.size(); started++) {
                start(started);
            }
        } catch (Error e) {
            error = e;
        }
        for (int share = 0; share < started; share++) {
            try {
                finish(share);
            } catch (Error e) {
                error = error == null ? e : error;
            }
        }
        if (error != null) {
            throw error;
        }
    }

    private void start(int share) {
        List<BytesOperation> request = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        take(open.get(share), request, positions);
        sent.set(share, positions);
        if (positions.isEmpty()) {
            return;
        }
        try {
            shares.get(share).calls().sendAll(request);
        } catch (RuntimeException e) {
            fail(share, e);
        }
    }

    /** Takes the operations of the next request. */
    private void take(Deque<Integer> left, List<BytesOperation> request, List<Integer> positions) {
        int bytes = 0;
        while (!left.isEmpty() && request.size() < MOST) {
            BytesOperation operation = operation(left.getFirst());
            bytes += operation.bytes();
            if (bytes > AT_ONCE && !request.isEmpty()) {
                return;
            }
            request.add(operation);
            positions.add(left.removeFirst());
        }
    }

    private BytesOperation operation(int i) {
        BytesChange change = change(batch.operation(i));
        return new BytesOperation(
                change == null ? BytesKind.GET_OPERATION : change.code(),
                batch.key(i),
                batch.newValue(i),
                batch.expected(i),
                batch.ttlNanos(i));
    }

    private static @Nullable BytesChange change(BytesBatch.Operation operation) {
        return switch (operation) {
            case GET -> null;
            case PUT -> BytesChange.PUT;
            case PUT_IF_ABSENT -> BytesChange.PUT_IF_ABSENT;
            case REPLACE -> BytesChange.REPLACE;
            case DELETE -> BytesChange.DELETE;
            case DELETE_IF_EQUAL -> BytesChange.DELETE_IF_EQUAL;
            case GET_AND_PUT -> BytesChange.GET_AND_PUT;
            case ADD -> BytesChange.ADD;
            case EXPIRE -> BytesChange.EXPIRE;
            case PERSIST -> BytesChange.PERSIST;
        };
    }

    private void finish(int share) {
        List<Integer> positions = sent.get(share);
        if (positions.isEmpty()) {
            return;
        }
        try {
            ShareCalls calls = shares.get(share).calls();
            List<BytesOutcome> outcomes = calls.awaitAll();
            if (outcomes.isEmpty() || outcomes.size() > positions.size()) {
                throw new FabricException(
                        FabricException.Kind.CORRUPT,
                        "an answer has " + outcomes.size() + " outcomes");
            }
            for (int i = 0; i < outcomes.size(); i++) {
                deliver(calls, positions.get(i), outcomes.get(i));
            }
            for (int i = positions.size() - 1; i >= outcomes.size(); i--) {
                open.get(share).addFirst(positions.get(i));
            }
        } catch (RuntimeException e) {
            fail(share, e);
        }
    }

    private void deliver(ShareCalls calls, int position, BytesOutcome outcome) {
        RuntimeException failure = calls.failure(outcome);
        if (failure == null) {
            batch.completed(position, outcome.met(), outcome.value());
        } else {
            batch.failed(position, translated(position, failure));
        }
    }

    /** Fails what was sent to a share, which may have happened, and what was not, which has not. */
    private void fail(int share, RuntimeException failure) {
        for (int position : sent.get(share)) {
            batch.failed(position, translated(position, failure));
        }
        for (int position : open.get(share)) {
            batch.failed(position, failures.translate(failure));
        }
        sent.set(share, List.of());
        open.get(share).clear();
    }

    private RuntimeException translated(int position, RuntimeException failure) {
        BytesChange change = change(batch.operation(position));
        return change == null
                ? failures.translate(failure)
                : failures.translate(failure, change + " of a key");
    }
}
