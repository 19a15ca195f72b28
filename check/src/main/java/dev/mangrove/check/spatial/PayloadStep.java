package dev.mangrove.check.spatial;

import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.index.spatial.SpatialIndex;

import org.jspecify.annotations.Nullable;

import java.util.random.RandomGenerator;

/** Operations on payloads alone. */
final class PayloadStep {
    private static final int MOST_IDS = 20;

    private final SpatialTrial trial;
    private final OrderedJournal journal;
    private final PayloadRecorder payloads;
    private final RandomGenerator random;
    private final int client;

    PayloadStep(SpatialTrial trial, PayloadRecorder payloads, RandomGenerator random, int client) {
        this.trial = trial;
        this.journal = trial.journal();
        this.payloads = payloads;
        this.random = random;
        this.client = client;
    }

    /** Reads or changes payloads. */
    void run(SpatialIndex view, long id) {
        switch (random.nextInt(5)) {
            case 0, 1 -> set(view, id);
            case 2 -> {
                long[] ids = new long[1 + random.nextInt(MOST_IDS)];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = random.nextInt(trial.plan().objects());
                }
                readAll(view, ids);
            }
            default -> read(view, id);
        }
    }

    private void set(SpatialIndex view, long id) {
        byte[] payload = payloads.draw(id);
        int op = payloads.set(id, payload, trial.tick());
        journal.begins(client, "set payload " + id + " " + length(payload));
        try {
            boolean met = view.setPayload(id, payload);
            payloads.ended(op, met, trial.tick());
            journal.ends(client, met);
        } catch (MemoryExhaustedException e) {
            payloads.failed(op, trial.tick());
            journal.ranOut(client, e);
        }
    }

    private void read(SpatialIndex view, long id) {
        journal.begins(client, "payload " + id);
        long started = trial.tick();
        byte[] payload = view.payload(id);
        payloads.read(id, payload, started, trial.tick());
        journal.ends(client, length(payload));
    }

    /** Reads payloads of objects, by few requests. */
    void readAll(SpatialIndex view, long[] ids) {
        journal.begins(client, "payloads of " + ids.length);
        long started = trial.tick();
        byte[] @Nullable [] found = view.payloads(ids);
        long ended = trial.tick();
        for (int i = 0; i < ids.length; i++) {
            payloads.read(ids[i], found[i], started, ended);
        }
        journal.ends(client, "read");
    }

    private static String length(byte @Nullable [] payload) {
        return payload == null ? "none" : payload.length + " bytes";
    }
}
