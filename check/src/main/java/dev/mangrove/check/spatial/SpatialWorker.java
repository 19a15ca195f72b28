package dev.mangrove.check.spatial;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.bench.published.Published;
import dev.mangrove.check.history.History;
import dev.mangrove.check.history.Rectangle;
import dev.mangrove.check.history.SpatialHistory;
import dev.mangrove.check.history.WindowCount;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialVerification;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * One client of a run. It works until it is done or has lost its connection too often; after each
 * loss it connects anew and goes on with the next operation.
 */
final class SpatialWorker {
    private static final Rectangle ALL = new Rectangle(-10, -10, 10, 10);
    private static final int LIVES = 4;
    private static final int LONGEST_PAUSE_NANOS = 10_000;
    private static final int GET_ONE_IN = 8;

    /** Longest edge of an object. */
    static final int LONGEST_EDGE = 6;

    private static final int LONGEST_WINDOW = 40;
    private static final int BURST_ONE_IN = 24;
    private static final int BURST = 40;
    private static final int COUNT_ALL_ONE_IN = 2;
    private static final int PAYLOAD_ONE_IN = 5;

    /** A little less than half the edge of a square in a circle of radius 1. */
    private static final double WITHIN_CIRCLE = 0.7;

    private final SpatialTrial trial;
    private final SpatialPlan plan;
    private final OrderedJournal journal;
    private final SpatialHistory history;
    private final SimHost host;
    private final RandomGenerator random;
    private final PayloadRecorder payloads;
    private final int client;
    private int done;

    SpatialWorker(SpatialTrial trial, SimHost host, int client) {
        this.trial = trial;
        this.plan = trial.plan();
        this.journal = trial.journal();
        this.history = trial.history();
        this.host = host;
        this.random = host.random();
        this.client = client;
        this.payloads =
                new PayloadRecorder(
                        trial,
                        client,
                        plan.payloads() ? new SplittableRandom(random.nextLong()) : null);
    }

    /** The thread's code. */
    void run() {
        try {
            host.sleep(1 + random.nextInt(LONGEST_PAUSE_NANOS));
            for (int life = 0; life < LIVES && done < plan.operations(); life++) {
                live();
            }
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    private void live() {
        try (Mangrove mangrove = trial.connect(host);
                SpatialIndex view = open(mangrove)) {
            while (done < plan.operations()) {
                done++;
                step(view);
                if (random.nextInt(6) == 0) {
                    host.sleep(1 + random.nextInt(LONGEST_PAUSE_NANOS));
                }
            }
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
        }
    }

    private SpatialIndex open(Mangrove mangrove) {
        SpatialViewOptions view = plan.view(random);
        return plan.asPublished()
                ? Published.openSpatial(ClientAccess.of(mangrove).session(), trial.index(), view)
                : mangrove.openSpatial(trial.index(), view);
    }

    /** The objects that are there from the beginning: loaded in bulk, or inserted. */
    void load(Mangrove mangrove) {
        try (SpatialIndex view = open(mangrove)) {
            if (plan.bulk()) {
                bulkLoad(view);
                return;
            }
            for (int id = 0; id < plan.loaded(); id++) {
                insert(view, id);
            }
        }
    }

    private void bulkLoad(SpatialIndex view) {
        Rectangle[] places = new Rectangle[plan.loaded()];
        int[] ops = new int[plan.loaded()];
        int[] payloadOps = new int[plan.loaded()];
        long started = trial.tick();
        for (int id = 0; id < places.length; id++) {
            places[id] = SpatialPlan.rectangle(random, LONGEST_EDGE);
            ops[id] = history.invokeInsert(client, id, places[id], started);
            payloadOps[id] = payloads.insert(id, null, started);
        }
        journal.begins(client, "load " + places.length);
        try {
            long loaded = view.bulkLoad(new LoadedRectangles(places), plan.packing(), plan.fill());
            journal.ends(client, loaded);
            long ended = trial.tick();
            for (int op : ops) {
                history.operations().succeeded(op, ended);
            }
            for (int op : payloadOps) {
                payloads.ended(op, true, ended);
            }
        } catch (MemoryExhaustedException e) {
            journal.ranOut(client, e);
            long ended = trial.tick();
            for (int op : ops) {
                history.operations().failed(op, ended);
            }
            for (int op : payloadOps) {
                payloads.failed(op, ended);
            }
        }
    }

    /** Looks at what is left; whether it came to its end. */
    boolean finish() {
        try (Mangrove mangrove = trial.connect(host);
                SpatialIndex view = open(mangrove)) {
            journal.begins(client, "verify");
            SpatialVerification found = view.verify();
            journal.ends(client, found);
            found.faults().forEach(fault -> journal.violation(client, "verify: " + fault));
            if (payloads.isOn()) {
                long[] all = LongStream.range(0, plan.objects()).toArray();
                new PayloadStep(trial, payloads, random, client).readAll(view, all);
            }
            int seen = search(view, ALL);
            long counted = view.count(ALL.minX(), ALL.minY(), ALL.maxX(), ALL.maxY());
            if (!plan.asPublished() && (seen != found.objects() || seen != counted)) {
                journal.violation(
                        client,
                        "counts differ without other clients: found=%d, counted=%d, verified=%d"
                                .formatted(seen, counted, found.objects()));
            }
            return true;
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(client, e);
            return false;
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
            return true;
        }
    }

    private void step(SpatialIndex view) {
        int id = random.nextInt(plan.objects());
        if (payloads.isOn() && random.nextInt(PAYLOAD_ONE_IN) == 0) {
            new PayloadStep(trial, payloads, random, client).run(view, id);
            return;
        }
        int lot = random.nextInt(14);
        if (lot < plan.removing()) {
            delete(view, id);
        } else if (lot < 6) {
            addOne(view, id);
        } else if (random.nextInt(GET_ONE_IN) == 0) {
            get(view, id);
        } else if (lot < 8) {
            move(view, id);
        } else if (lot < 13) {
            Rectangle window = SpatialPlan.rectangle(random, LONGEST_WINDOW);
            int unused = search(view, window);
            assert unused >= 0;
            if (!plan.asPublished()) {
                count(view, done % COUNT_ALL_ONE_IN == 0 ? ALL : window);
            }
            if (random.nextInt(BURST_ONE_IN) == 0) {
                burst(view);
            }
        } else {
            nearest(view);
        }
    }

    private void count(SpatialIndex view, Rectangle window) {
        journal.begins(client, "count " + window);
        long started = trial.tick();
        long found = view.count(window.minX(), window.minY(), window.maxX(), window.maxY());
        history.counted(new WindowCount(client, window, found, started, trial.tick()));
        journal.ends(client, found);
    }

    /** So many small searches that a client in place remembers the upper levels and uses them. */
    private void burst(SpatialIndex view) {
        for (int i = 0; i < BURST; i++) {
            int unused = search(view, SpatialPlan.rectangle(random, LONGEST_EDGE));
            assert unused >= 0;
        }
    }

    private void addOne(SpatialIndex view, long id) {
        switch (random.nextInt(8)) {
            case 0 -> new SpatialBatchStep(trial, payloads, random, client).run(view);
            case 1, 2 -> upsert(view, id);
            default -> insert(view, id);
        }
    }

    private void upsert(SpatialIndex view, long id) {
        Rectangle at = SpatialPlan.rectangle(random, LONGEST_EDGE);
        long started = trial.tick();
        int op = history.invokeUpsert(client, id, at, started);
        byte[] payload = payloads.draw(id);
        int payloadOp = payloads.upsert(id, payload, started);
        journal.begins(client, "upsert " + id + " " + at);
        try {
            boolean isNew =
                    payload == null
                            ? view.upsert(id, at.minX(), at.minY(), at.maxX(), at.maxY())
                            : view.upsert(id, at.minX(), at.minY(), at.maxX(), at.maxY(), payload);
            history.upserted(op, isNew, started, trial.tick());
            payloads.ended(payloadOp, isNew, trial.tick());
            journal.ends(client, isNew);
        } catch (MemoryExhaustedException e) {
            history.operations().failed(op, trial.tick());
            payloads.failed(payloadOp, trial.tick());
            journal.ranOut(client, e);
        }
    }

    private void get(SpatialIndex view, long id) {
        int op = history.invokeGet(client, id, trial.tick());
        journal.begins(client, "get " + id);
        @Nullable Place at = view.get(id).orElse(null);
        history.found(
                op,
                at == null ? null : new Rectangle(at.minX(), at.minY(), at.maxX(), at.maxY()),
                trial.tick());
        journal.ends(client, String.valueOf(at));
    }

    private void insert(SpatialIndex view, long id) {
        Rectangle at = SpatialPlan.rectangle(random, LONGEST_EDGE);
        long started = trial.tick();
        int op = history.invokeInsert(client, id, at, started);
        byte[] payload = payloads.draw(id);
        change(
                op,
                payloads.insert(id, payload, started),
                "insert " + id + " " + at,
                () ->
                        payload == null
                                ? view.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY())
                                : view.insert(
                                        id, at.minX(), at.minY(), at.maxX(), at.maxY(), payload));
    }

    private void move(SpatialIndex view, long id) {
        Rectangle at = SpatialPlan.rectangle(random, LONGEST_EDGE);
        int op = history.invokeMove(client, id, at, trial.tick());
        change(
                op,
                PayloadRecorder.OFF,
                "move " + id + " " + at,
                () -> view.update(id, at.minX(), at.minY(), at.maxX(), at.maxY()));
    }

    private void delete(SpatialIndex view, long id) {
        long started = trial.tick();
        int op = history.invokeDelete(client, id, started);
        change(op, payloads.delete(id, started), "delete " + id, () -> view.delete(id));
    }

    private void change(int op, int payloadOp, String what, BooleanSupplier change) {
        History operations = history.operations();
        journal.begins(client, what);
        boolean met;
        try {
            met = change.getAsBoolean();
        } catch (MemoryExhaustedException e) {
            operations.failed(op, trial.tick());
            payloads.failed(payloadOp, trial.tick());
            journal.ranOut(client, e);
            return;
        }
        payloads.ended(payloadOp, met, trial.tick());
        if (met) {
            operations.succeeded(op, trial.tick());
        } else {
            operations.refused(op, trial.tick());
        }
        journal.ends(client, met);
    }

    private int search(SpatialIndex view, Rectangle window) {
        journal.begins(client, "search " + window);
        long started = trial.tick();
        Found found = new Found();
        try (SpatialCursor cursor = begin(view, window, found)) {
            while (cursor.next()) {
                found.add(cursor);
            }
        }
        recordPayloads(found, started);
        record(window, found, started);
        return found.ids.size();
    }

    /** Begins a search, with payloads in some runs. */
    private SpatialCursor begin(SpatialIndex view, Rectangle window, Found found) {
        if (payloads.isOn() && random.nextBoolean()) {
            found.withPayloads = true;
            return view.searchWithPayloads(
                    window.minX(),
                    window.minY(),
                    window.maxX(),
                    window.maxY(),
                    Relation.INTERSECTS,
                    Long.MAX_VALUE);
        }
        return view.search(
                window.minX(),
                window.minY(),
                window.maxX(),
                window.maxY(),
                Relation.INTERSECTS,
                Long.MAX_VALUE);
    }

    /**
     * All objects by distance are a search of everything. Of the nearest few, those in a square
     * around the point that lies within the largest distance are a search of that square.
     */
    private void nearest(SpatialIndex view) {
        boolean all = random.nextBoolean();
        long k = all ? Long.MAX_VALUE : random.nextInt(20);
        double x = random.nextDouble();
        double y = random.nextDouble();
        journal.begins(client, "nearest " + k + " of " + x + ", " + y);
        long started = trial.tick();
        Found found = new Found();
        double largest = 0;
        found.withPayloads = payloads.isOn() && random.nextBoolean();
        try (SpatialCursor cursor =
                found.withPayloads ? view.nearestWithPayloads(x, y, k) : view.nearest(x, y, k)) {
            while (cursor.next()) {
                found.add(cursor);
                largest = Math.max(largest, cursor.distance());
            }
        }
        recordPayloads(found, started);
        Set<Long> different = new HashSet<>(found.ids);
        if (different.size() < found.ids.size() || found.ids.size() > k) {
            journal.violation(client, "nearest " + k + " returned " + found.ids);
        }
        if (found.ids.size() < k) {
            record(ALL, found, started);
            return;
        }
        if (largest == 0) { // Others may be as near.
            journal.ends(client, found.ids);
            return;
        }
        double half = largest * WITHIN_CIRCLE;
        Rectangle square = new Rectangle(x - half, y - half, x + half, y + half);
        Found inside = new Found();
        for (int i = 0; i < found.ids.size(); i++) {
            if (found.places.get(i).intersects(square)) {
                inside.add(found.ids.get(i), found.places.get(i));
            }
        }
        record(square, inside, started);
    }

    private void recordPayloads(Found found, long started) {
        long ended = trial.tick();
        for (int i = 0; i < found.payloads.size(); i++) {
            payloads.read(found.ids.get(i), found.payloads.get(i), started, ended);
        }
    }

    private void record(Rectangle window, Found found, long started) {
        for (int i = 0; i < found.ids.size(); i++) {
            history.result(found.ids.get(i), found.places.get(i));
        }
        int query = history.window(client, window, started, trial.tick());
        journal.ends(client, "query " + query + ": " + found.ids);
    }

    /** What a search has returned. */
    private static final class Found {
        private final List<Long> ids = new ArrayList<>();
        private final List<Rectangle> places = new ArrayList<>();
        private final List<byte @Nullable []> payloads = new ArrayList<>();
        private boolean withPayloads;

        void add(SpatialCursor cursor) {
            if (withPayloads) {
                payloads.add(cursor.payload());
            }
            add(
                    cursor.id(),
                    new Rectangle(cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY()));
        }

        void add(long id, Rectangle place) {
            ids.add(id);
            places.add(place);
        }
    }
}
