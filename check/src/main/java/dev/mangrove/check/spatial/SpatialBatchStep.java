package dev.mangrove.check.spatial;

import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.history.Rectangle;
import dev.mangrove.check.history.SpatialHistory;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialIndex;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A batch of operations on different objects; each lasts as long as all of them. */
final class SpatialBatchStep {
    private static final int MOST = 30;

    private final SpatialTrial trial;
    private final SpatialHistory history;
    private final OrderedJournal journal;
    private final RandomGenerator random;
    private final int client;
    private final SpatialBatch batch = new SpatialBatch();
    private final PayloadRecorder payloads;
    private final int[] ops = new int[MOST];
    private final int[] payloadOps = new int[MOST];
    private final long[] started = new long[MOST];

    SpatialBatchStep(
            SpatialTrial trial, PayloadRecorder payloads, RandomGenerator random, int client) {
        this.payloads = payloads;
        this.trial = trial;
        this.history = trial.history();
        this.journal = trial.journal();
        this.random = random;
        this.client = client;
    }

    /** Draws a batch and applies it; throws a failure that is no lack of memory. */
    void run(SpatialIndex view) {
        StringBuilder what = new StringBuilder("applyAll");
        Set<Integer> drawn = new HashSet<>();
        for (int i = 1 + random.nextInt(MOST); i > 0; i--) {
            int id = random.nextInt(trial.plan().objects());
            if (drawn.add(id)) {
                add(id);
                int last = batch.size() - 1;
                what.append(' ').append(batch.operation(last)).append(' ').append(id);
            }
        }
        journal.begins(client, what.toString());
        int failed = view.applyAll(batch);
        @Nullable MemoryExhaustedException lack = null;
        for (int i = 0; i < batch.size(); i++) {
            if (batch.failure(i) instanceof MemoryExhaustedException e) {
                refused(i, e);
                lack = e;
            } else if (batch.failure(i) == null) {
                complete(i);
            }
        }
        if (lack != null) {
            journal.ranOut(client, lack);
        }
        throwLoss();
        journal.ends(client, failed);
    }

    private void add(long id) {
        Rectangle at = SpatialPlan.rectangle(random, SpatialWorker.LONGEST_EDGE);
        int i = batch.size();
        started[i] = trial.tick();
        switch (random.nextInt(5)) {
            case 0 -> {
                ops[i] = history.invokeInsert(client, id, at, started[i]);
                insert(id, at);
            }
            case 1 -> {
                ops[i] = history.invokeMove(client, id, at, started[i]);
                payloadOps[i] = PayloadRecorder.OFF;
                batch.update(id, at.minX(), at.minY(), at.maxX(), at.maxY());
            }
            case 2 -> {
                ops[i] = history.invokeUpsert(client, id, at, started[i]);
                upsert(id, at);
            }
            case 3 -> {
                ops[i] = history.invokeGet(client, id, started[i]);
                payloadOps[i] = PayloadRecorder.OFF;
                batch.get(id);
            }
            default -> {
                ops[i] = history.invokeDelete(client, id, started[i]);
                payloadOps[i] = payloads.delete(id, started[i]);
                batch.delete(id);
            }
        }
    }

    private void insert(long id, Rectangle at) {
        byte[] payload = payloads.draw(id);
        int i = batch.size();
        payloadOps[i] = payloads.insert(id, payload, started[i]);
        if (payload == null) {
            batch.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY());
        } else {
            batch.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY(), payload);
        }
    }

    private void upsert(long id, Rectangle at) {
        byte[] payload = payloads.draw(id);
        int i = batch.size();
        payloadOps[i] = payloads.upsert(id, payload, started[i]);
        if (payload == null) {
            batch.upsert(id, at.minX(), at.minY(), at.maxX(), at.maxY());
        } else {
            batch.upsert(id, at.minX(), at.minY(), at.maxX(), at.maxY(), payload);
        }
    }

    private void complete(int i) {
        boolean met = batch.result(i);
        payloads.ended(payloadOps[i], met, trial.tick());
        if (batch.operation(i) == SpatialBatch.Operation.GET) {
            @Nullable Place at = batch.place(i).orElse(null);
            history.found(
                    ops[i],
                    at == null ? null : new Rectangle(at.minX(), at.minY(), at.maxX(), at.maxY()),
                    trial.tick());
        } else if (batch.operation(i) == SpatialBatch.Operation.UPSERT) {
            history.upserted(ops[i], met, started[i], trial.tick());
        } else if (met) {
            history.operations().succeeded(ops[i], trial.tick());
        } else {
            history.operations().refused(ops[i], trial.tick());
        }
    }

    /** Neither a deletion nor a get needs memory. */
    private void refused(int i, MemoryExhaustedException failure) {
        SpatialBatch.Operation operation = batch.operation(i);
        if (operation == SpatialBatch.Operation.DELETE || operation == SpatialBatch.Operation.GET) {
            journal.violation(client, operation + " " + batch.id(i) + " failed: " + failure);
        } else {
            history.operations().failed(ops[i], trial.tick());
            payloads.failed(payloadOps[i], trial.tick());
        }
    }

    private void throwLoss() {
        for (int i = 0; i < batch.size(); i++) {
            RuntimeException failure = batch.failure(i);
            if (failure != null && !(failure instanceof MemoryExhaustedException)) {
                throw failure;
            }
        }
    }
}
