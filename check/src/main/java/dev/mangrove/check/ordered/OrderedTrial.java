package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.ClientSite;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RunningTasks;
import dev.mangrove.check.ServerSite;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * One seed: servers start, an index is created, clients work on it while faults happen, and if all
 * servers have survived, a last client verifies the final state.
 */
final class OrderedTrial {
    private static final long SETTLING_NANOS = 20_000_000;
    private static final int TRIES = 4;

    /** Chosen: most runs with dying clients have one that dies in the middle of a change. */
    private static final int DEATHS = 6;

    /** Chosen: moves meet each other as well as other changes. */
    private static final int MOVERS = 2;

    /** Moves of a client for its operations. Chosen: a move takes as long as several operations. */
    private static final int MOVE_ONE_IN = 4;

    /** Chosen: a third of the runs of indexes whose extents may be lost. */
    private static final int RELOAD_ONE_IN = 3;

    private final SimCluster cluster;
    private final Machines machines;
    private final OrderedSource source;
    private final OrderedPlan plan;
    private final OrderedJournal journal;
    private final ServerSite servers;
    private String index = "";
    private int clients;

    OrderedTrial(
            SimCluster cluster,
            Machines machines,
            OrderedSource source,
            OrderedPlan plan,
            OrderedJournal journal) {
        this.cluster = cluster;
        this.machines = machines;
        this.source = source;
        this.plan = plan;
        this.journal = journal;
        this.servers =
                new ServerSite(
                        cluster,
                        machines,
                        plan.servers(),
                        plan.workers(),
                        plan.waiting(),
                        plan.freePages() > 0,
                        source.plugins(),
                        journal);
    }

    /** Runs it; what was wrong is in the journal. */
    void run() {
        try (servers) {
            if (servers.start() && create() && work() && leave() && reload() && die()) {
                cluster.run(SETTLING_NANOS);
                finish();
            }
        } catch (RuntimeException e) {
            // A background thread of a server or client failed, which ends the simulation.
            journal.broken(OrderedLoader.CLIENT, e.getCause() == null ? e : e.getCause());
        }
        journal.check();
    }

    /**
     * A fault may hit the client that creates the index; another client then creates another index.
     */
    private boolean create() {
        for (int i = 0; i < TRIES; i++) {
            index = "checked-" + i;
            ClientSite site = site();
            OrderedLoader loader = new OrderedLoader(site, plan, journal);
            Host.Task task = site.host().start("loader", loader::run);
            if (!runUntil(() -> !task.isAlive())) {
                return false;
            }
            if (loader.isDone()) {
                return true;
            }
        }
        return false;
    }

    private boolean work() {
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < plan.hosts(); i++) {
            ClientSite site = site();
            List<OrderedWorker> workers = new ArrayList<>();
            int threads = 1 + site.host().random().nextInt(plan.threads());
            for (int thread = 0; thread < threads; thread++) {
                workers.add(new OrderedWorker(site, plan, journal, clients++));
            }
            tasks.add(site.host().start("clients", () -> host(site, workers)));
        }
        for (int i = 0; i < movers(); i++) {
            ClientSite site = site();
            MovingClient mover = new MovingClient(site, plan, journal, clients++);
            int moves = plan.operations() / MOVE_ONE_IN;
            tasks.add(site.host().start("mover", () -> mover.run(moves)));
        }
        for (int i = 0; i < plan.meganodes().keepers(); i++) {
            ClientSite site = site();
            KeepingClient keeper = new KeepingClient(site, journal, clients++);
            int rounds = plan.operations() / MOVE_ONE_IN;
            tasks.add(site.host().start("keeper", () -> keeper.run(rounds)));
        }
        startPosters(tasks);
        if (source.mayLose()) {
            ClientSite site = site();
            SearchingClient searching = new SearchingClient(site, journal, clients++);
            tasks.add(site.host().start("search", () -> searching.run(plan.operations())));
        }
        if (plan.meganodes().joins()) {
            servers.startLate();
        }
        if (plan.neighbour() && source.equals(OrderedSource.REAL)) {
            ClientSite site = site();
            Neighbour neighbour = new Neighbour(site, journal, clients++);
            tasks.add(site.host().start("neighbour", neighbour::run));
        }
        return runUntil(() -> RunningTasks.haveEnded(tasks));
    }

    /** Adds clients that post separators late while the others are at work. */
    private void startPosters(List<Host.Task> tasks) {
        List<Host.Task> others = List.copyOf(tasks);
        for (int i = 0; i < plan.meganodes().posters(); i++) {
            ClientSite site = site();
            LatePoster poster = new LatePoster(site, plan, journal, clients++);
            BooleanSupplier working = () -> !RunningTasks.haveEnded(others);
            tasks.add(site.host().start("poster", () -> poster.run(working)));
        }
    }

    /** Meganodes move all the time, where there are several servers to move them to. */
    private int movers() {
        boolean moves = plan.options().design() == Design.CELL && plan.servers() > 1;
        return moves ? MOVERS : 0;
    }

    /** A server is emptied, if the plan says so. */
    private boolean leave() {
        if (!plan.meganodes().leaves() || !servers.areAllAlive()) {
            return true;
        }
        ClientSite site = site();
        LeavingServer leaving = new LeavingServer(site, plan, journal, clients++);
        Host.Task task = site.host().start("leaving", leaving::run);
        return runUntil(() -> !task.isAlive());
    }

    /**
     * Whether the index is emptied and loaded again. Where the plan draws nothing of the kind, the
     * number of operations decides, so that runs of other indexes stay as they are.
     */
    private boolean reloads() {
        return plan.meganodes().reloads()
                || (source.mayLose()
                        && plan.freePages() == 0
                        && plan.operations() % RELOAD_ONE_IN == 0);
    }

    /** The index is emptied and loaded again, in some runs, beside a reader and a mover. */
    private boolean reload() {
        if (!reloads() || !servers.areAllAlive()) {
            return true;
        }
        boolean mayDie = cluster.injector().has(Faults.Kind.CLIENT_CRASH);
        ClientSite loading = site();
        ReloadingClient loader = new ReloadingClient(loading, plan, journal, clients++);
        ClientSite reading = site();
        ReloadingClient reader = new ReloadingClient(reading, plan, journal, clients++);
        List<Host.Task> tasks = new ArrayList<>();
        Host.Task loads = loading.host().start("loader", () -> loader.load(mayDie));
        tasks.add(loads);
        tasks.add(reading.host().start("reader", reader::read));
        if (movers() > 0) {
            ClientSite site = site();
            MovingClient mover = new MovingClient(site, plan, journal, clients++);
            tasks.add(site.host().start("mover", () -> mover.runBeside(loads::isAlive)));
        }
        return runUntil(() -> tasks.stream().noneMatch(Host.Task::isAlive));
    }

    /** Clients that die one after the other; each meets what the one before has left. */
    private boolean die() {
        boolean dies = plan.dies() && cluster.injector().has(Faults.Kind.CLIENT_CRASH);
        for (int i = 0; dies && i < DEATHS && servers.areAllAlive(); i++) {
            ClientSite site = site();
            Runnable dying = i % 2 == 1 && movers() > 0 ? dyingMover(site) : dyingClient(site);
            Host.Task task = site.host().start("dying", dying);
            if (!runUntil(() -> !task.isAlive())) {
                return false;
            }
        }
        return true;
    }

    private Runnable dyingClient(ClientSite site) {
        return new DyingClient(site, plan, journal, clients++)::run;
    }

    private Runnable dyingMover(ClientSite site) {
        return new MovingClient(site, plan, journal, clients++)::runAndDie;
    }

    /** The threads of a host share a connection until they lose it. */
    private void host(ClientSite site, List<OrderedWorker> workers) {
        RandomGenerator random = site.host().random();
        try (Mangrove shared = random.nextBoolean() ? tryConnect(site, random) : null) {
            List<Host.Task> tasks = new ArrayList<>();
            for (OrderedWorker worker : workers) {
                tasks.add(site.host().start("client", () -> worker.run(shared)));
            }
            for (Host.Task task : tasks) {
                boolean _ = task.join(source.longestRunNanos());
            }
        }
    }

    private @Nullable Mangrove tryConnect(ClientSite site, RandomGenerator random) {
        try {
            return site.connect(random);
        } catch (FabricException | RequestRefusedException | MangroveException e) {
            journal.lost(OrderedLoader.CLIENT, e);
            return null;
        }
    }

    /** Verifies the final state; tries again if a fault prevents it. */
    private void finish() {
        for (int i = 0; i < TRIES && servers.areAllAlive(); i++) {
            ClientSite site = site();
            OrderedFinish finish = new OrderedFinish(site, plan, journal, clients++);
            Host.Task task = site.host().start("finish", finish::run);
            if (!runUntil(() -> !task.isAlive()) || finish.isDone()) {
                return;
            }
        }
    }

    private ClientSite site() {
        SimHost host = machines.client();
        return new ClientSite(
                host,
                servers.uris(),
                plan.waiting(),
                source,
                index,
                plan.access(),
                plan.options().design() == Design.CELL,
                machines.timeout());
    }

    private boolean runUntil(BooleanSupplier condition) {
        boolean reached = cluster.runUntil(source.longestRunNanos(), condition);
        if (!reached) {
            journal.findings()
                    .violation(
                            "a thread waits for ever; operations under way: " + journal.underWay());
        }
        return reached;
    }
}
