package dev.mangrove.check.spatial;

import dev.mangrove.check.history.Rectangle;
import dev.mangrove.check.history.SpatialHistory;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.rtree.tree.TreeEndedException;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.sim.InjectedError;
import dev.mangrove.sim.SimHost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** One thread of a run of {@link NodesCheck}. */
final class NodesWorker {
    private static final Rectangle ALL = new Rectangle(-10, -10, 10, 10);
    private static final int LONGEST_EDGE = 6;
    private static final int LONGEST_WINDOW = 40;

    private final NodesTrial trial;
    private final NodesPlan plan;
    private final OrderedJournal journal;
    private final SpatialHistory history;
    private final LocalSpatialTree tree;
    private final RandomGenerator random;
    private final int client;

    NodesWorker(NodesTrial trial, SimHost host, LocalSpatialTree tree, int client) {
        this.trial = trial;
        this.plan = trial.plan();
        this.journal = trial.journal();
        this.history = trial.history();
        this.tree = tree;
        this.random = host.random();
        this.client = client;
    }

    /** The thread's code. A thread whose operation has thrown an Error ends. */
    void run() {
        try {
            for (int done = 0; done < plan.operations(); done++) {
                if (plan.kind() == NodesCheck.Kind.DEATHS) {
                    wave(done);
                } else if (trial.hasFailed() || random.nextInt(10) < plan.searches()) {
                    int unused = search(SpatialPlan.rectangle(random, LONGEST_WINDOW));
                    assert unused >= 0;
                } else {
                    change(random.nextInt(plan.objects()));
                }
            }
        } catch (InjectedError e) {
            journal.ends(client, e); // The change may have taken effect or not.
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    void insertAll() {
        for (long id = 0; id < plan.objects(); id++) {
            insert(id);
        }
    }

    /** Inserts all objects or deletes all of them. */
    private void wave(int done) {
        long id = done % plan.objects();
        if (done / plan.objects() % 2 == 0) {
            insert(id);
        } else {
            delete(id);
        }
    }

    private void change(long id) {
        switch (random.nextInt(5)) {
            case 0, 1 -> insert(id);
            case 2, 3 -> move(id);
            default -> delete(id);
        }
    }

    private void insert(long id) {
        Rectangle at = SpatialPlan.rectangle(random, LONGEST_EDGE);
        change(
                history.invokeInsert(client, id, at, journal.findings().tick()),
                "insert " + id + " " + at,
                () -> tree.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY()));
    }

    private void move(long id) {
        Rectangle at = SpatialPlan.rectangle(random, LONGEST_EDGE);
        change(
                history.invokeMove(client, id, at, journal.findings().tick()),
                "move " + id + " " + at,
                () -> tree.update(id, at.minX(), at.minY(), at.maxX(), at.maxY()));
    }

    private void delete(long id) {
        int op = history.invokeDelete(client, id, journal.findings().tick());
        change(op, "delete " + id, () -> tree.delete(id));
    }

    /** A change that a damaged tree refuses may have begun before the tree was damaged. */
    private void change(int op, String what, BooleanSupplier operation) {
        journal.begins(client, what);
        boolean met;
        try {
            met = operation.getAsBoolean();
        } catch (TreeEndedException e) {
            journal.ends(client, e);
            if (!trial.hasFailed()) {
                journal.violation(client, what + " failed: " + e);
            }
            return;
        }
        long ended = journal.findings().tick();
        if (met) {
            history.operations().succeeded(op, ended);
        } else {
            history.operations().refused(op, ended);
        }
        journal.ends(client, met);
    }

    int searchAll() {
        return search(ALL);
    }

    private int search(Rectangle window) {
        journal.begins(client, "search " + window);
        long started = journal.findings().tick();
        List<Rectangle> places = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        try (SpatialCursor cursor =
                tree.search(
                        window.minX(),
                        window.minY(),
                        window.maxX(),
                        window.maxY(),
                        Relation.INTERSECTS,
                        Long.MAX_VALUE)) {
            while (cursor.next()) {
                places.add(
                        new Rectangle(cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY()));
                ids.add(cursor.id());
            }
        }
        for (int i = 0; i < ids.size(); i++) {
            history.result(ids.get(i), places.get(i));
        }
        int query = history.window(client, window, started, journal.findings().tick());
        journal.ends(client, "query " + query + ": " + ids);
        return ids.size();
    }
}
