package dev.mangrove.check.spatial;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.Machines;
import dev.mangrove.check.MemoryFiller;
import dev.mangrove.check.RunningTasks;
import dev.mangrove.check.ServerSite;
import dev.mangrove.check.history.PayloadHistory;
import dev.mangrove.check.history.SpatialHistory;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.rtree.SpatialIndexes;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * One seed: servers start, an index is created and loaded, clients work on it while faults happen,
 * and if all servers have survived, a last client verifies the final state.
 */
final class SpatialTrial {
    private static final long LONGEST_RUN_NANOS = 120_000_000_000L;
    private static final long SETTLING_NANOS = 20_000_000;
    private static final int TRIES = 4;
    private static final int CREATOR = -1;

    private final SimCluster cluster;
    private final Machines machines;
    private final SpatialPlan plan;
    private final OrderedJournal journal;
    private SpatialHistory history = new SpatialHistory(1024);
    private PayloadHistory payloads = new PayloadHistory(1024);
    private final ServerSite servers;
    private String index = "";
    private int clients;
    private int undecided;
    private boolean created;
    private boolean filled;

    SpatialTrial(SimCluster cluster, Machines machines, SpatialPlan plan, OrderedJournal journal) {
        this.cluster = cluster;
        this.machines = machines;
        this.plan = plan;
        this.journal = journal;
        this.servers =
                new ServerSite(
                        cluster,
                        machines,
                        plan.servers(),
                        plan.workers(),
                        plan.waiting(),
                        plan.isShort(),
                        List.of(),
                        journal);
    }

    /** Runs it; what was wrong is in the journal. */
    void run() {
        try (servers) {
            if (servers.start() && create() && work()) {
                cluster.run(SETTLING_NANOS);
                finish();
            }
        } catch (RuntimeException e) {
            journal.broken(CREATOR, e.getCause() == null ? e : e.getCause());
        }
        undecided = SpatialVerdict.check(history, journal.findings());
        SpatialVerdict.check(payloads, journal.findings());
    }

    int undecided() {
        return undecided;
    }

    /**
     * A fault may hit the client that creates the index; another client then creates another index.
     */
    private boolean create() {
        for (int i = 0; i < TRIES && !created; i++) {
            index = "checked-" + i;
            history = new SpatialHistory(1024);
            payloads = new PayloadHistory(1024);
            SimHost host = machines.client();
            Host.Task task = host.start("creator", () -> create(host));
            if (!runUntil(() -> !task.isAlive())) {
                return false;
            }
        }
        return created;
    }

    private void create(SimHost host) {
        boolean wasFilled = filled;
        try (Mangrove mangrove = connect(host)) {
            journal.begins(CREATOR, "create " + plan);
            try (Session session = ClientAccess.of(mangrove).session()) {
                SpatialIndexes.create(session, index, plan.options());
            }
            if (plan.isShort()) {
                filled = true;
                MemoryFiller.fill(mangrove, plan.servers());
            }
            new SpatialWorker(this, host, CREATOR).load(mangrove);
            created = true;
            journal.ends(CREATOR, "created");
        } catch (MemoryExhaustedException e) {
            createdNothing(e, wasFilled);
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(CREATOR, e);
        } catch (RuntimeException | Error e) {
            journal.broken(CREATOR, e);
        }
    }

    /** A creator that died may have filled the memory: then there is no room for another index. */
    private void createdNothing(MemoryExhaustedException e, boolean wasFilled) {
        if (wasFilled) {
            journal.ends(CREATOR, "no memory: " + e.getMessage());
        } else {
            journal.lost(CREATOR, e);
        }
    }

    private boolean work() {
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < plan.hosts(); i++) {
            SimHost host = machines.client();
            SpatialWorker worker = new SpatialWorker(this, host, clients++);
            tasks.add(host.start("client", worker::run));
        }
        startCounters(tasks);
        return runUntil(() -> RunningTasks.haveEnded(tasks));
    }

    /** Adds clients that count while the others are at work. */
    private void startCounters(List<Host.Task> tasks) {
        List<Host.Task> others = List.copyOf(tasks);
        for (int i = 0; i < plan.counters(); i++) {
            SimHost host = machines.client();
            WindowCounter counter = new WindowCounter(this, host, clients++);
            BooleanSupplier working = () -> !RunningTasks.haveEnded(others);
            tasks.add(host.start("counter", () -> counter.run(working)));
        }
    }

    /** Verifies the final state; tries again if a fault prevents it. */
    private void finish() {
        for (int i = 0; i < TRIES && servers.areAllAlive(); i++) {
            SimHost host = machines.client();
            SpatialWorker worker = new SpatialWorker(this, host, clients++);
            boolean[] done = new boolean[1];
            Host.Task task = host.start("finish", () -> done[0] = worker.finish());
            if (!runUntil(() -> !task.isAlive()) || done[0]) {
                return;
            }
        }
    }

    private boolean runUntil(BooleanSupplier condition) {
        boolean reached = cluster.runUntil(LONGEST_RUN_NANOS, condition);
        if (!reached) {
            journal.findings()
                    .violation(
                            "a thread waits for ever; operations under way: " + journal.underWay());
        }
        return reached;
    }

    /** A connection to the pool. */
    Mangrove connect(SimHost host) {
        List<URI> uris = servers.uris();
        URI uri = uris.get(host.random().nextInt(uris.size()));
        return Mangrove.connect(
                uri,
                ConnectOptions.DEFAULT.withWaiting(plan.waiting()).withTimeout(machines.timeout()),
                host);
    }

    SpatialPlan plan() {
        return plan;
    }

    OrderedJournal journal() {
        return journal;
    }

    SpatialHistory history() {
        return history;
    }

    PayloadHistory payloads() {
        return payloads;
    }

    String index() {
        return index;
    }

    /** The next moment; moments are in their true order. */
    long tick() {
        return journal.findings().tick();
    }
}
