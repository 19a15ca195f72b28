package dev.mangrove.check.shipment;

import dev.mangrove.check.ClientSite;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RunningTasks;
import dev.mangrove.check.ServerSite;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.check.ordered.OrderedSource;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * One seed: servers start, an index is loaded, clients have it copied while others change and read
 * it, and a last client compares the copies, or those parts of them whose servers have survived.
 */
final class ShipmentsTrial {
    /** Chosen: shipments whose clients are gone have ended. */
    private static final long SETTLING_NANOS = 2_000_000_000;

    /** Chosen: shipments have noticed a loss after several time limits of 5 s. */
    private static final long LOSS_NANOS = 20_000_000_000L;

    private static final int TRIES = 4;

    /** Stands for a client in the journal. */
    private static final int NO_CLIENT = -1;

    /** Chosen: some requests of shipments, so that a server dies before, during or after one. */
    private static final int MOST_REQUESTS = 250;

    private final SimCluster cluster;
    private final Machines machines;
    private final ShipmentsPlan plan;
    private final OrderedJournal journal;
    private final ServerSite servers;
    private final List<ShippedIndex> targets = new ArrayList<>();
    private String source = "";
    private int clients;

    ShipmentsTrial(
            SimCluster cluster, Machines machines, ShipmentsPlan plan, OrderedJournal journal) {
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
            if (servers.start() && create() && die() && work()) {
                end();
            }
        } catch (RuntimeException e) {
            // A background thread of a server or client failed, which ends the simulation.
            journal.broken(NO_CLIENT, e.getCause() == null ? e : e.getCause());
        }
        journal.check();
    }

    /** A fault may hit the client that loads the source; another one then loads another. */
    private boolean create() {
        for (int i = 0; i < TRIES; i++) {
            source = "source-" + i;
            ClientSite site = site();
            SourceClient loader = new SourceClient(site, plan, journal, clients++);
            Host.Task task = site.host().start("loader", loader::load);
            if (!runUntil(() -> !task.isAlive())) {
                return false;
            }
            if (loader.isDone()) {
                return !plan.together() || prepare();
            }
        }
        return false;
    }

    /** Creates the target that all clients ask for first; without it each has its own. */
    private boolean prepare() {
        ClientSite site = site();
        ShippingClient creator = new ShippingClient(site, plan, journal, targets, clients++);
        Host.Task task = site.host().start("creator", creator::prepare);
        return runUntil(() -> !task.isAlive());
    }

    /** Clients that die one after the other, each in the middle of a shipment. */
    private boolean die() {
        boolean dies = cluster.injector().has(Faults.Kind.CLIENT_CRASH);
        for (int i = 0; dies && i < plan.deaths() && servers.areAllAlive(); i++) {
            ClientSite site = site();
            ShippingClient dying = new ShippingClient(site, plan, journal, targets, clients++);
            Host.Task task = site.host().start("dying", dying::runAndDie);
            if (!runUntil(() -> !task.isAlive())) {
                return false;
            }
        }
        return true;
    }

    private boolean work() {
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < plan.shippers(); i++) {
            ClientSite site = site();
            ShippingClient shipper = new ShippingClient(site, plan, journal, targets, clients++);
            tasks.add(site.host().start("shipper", shipper::run));
        }
        for (int i = 0; i < plan.changers() + plan.readers(); i++) {
            ClientSite site = site();
            SourceClient other = new SourceClient(site, plan, journal, clients++);
            Runnable life = i < plan.changers() ? other::change : other::read;
            tasks.add(site.host().start("client", life));
        }
        if (plan.joins()) {
            servers.startLate();
        }
        if (plan.serverDies() && cluster.injector().has(Faults.Kind.SERVER_CRASH)) {
            servers.crashSoon(MOST_REQUESTS);
        }
        return runUntil(() -> RunningTasks.haveEnded(tasks));
    }

    private void end() {
        if (servers.areAllAlive()) {
            cluster.run(SETTLING_NANOS);
            finish();
        }
        if (!servers.areAllAlive() && servers.isFirstAlive()) {
            cluster.run(LOSS_NANOS);
            finishWithLosses();
        }
    }

    /** Compares what the servers have that live. */
    private void finishWithLosses() {
        ClientSite site = site();
        ShipmentsFinish finish = new ShipmentsFinish(site, plan, journal, targets, clients++);
        Host.Task task = site.host().start("finish", finish::runWithLosses);
        boolean _ = runUntil(() -> !task.isAlive());
    }

    /** Compares the copies; another client goes on if a fault prevents it. */
    private void finish() {
        List<ShippedIndex> left = targets;
        for (int i = 0; i < TRIES && servers.areAllAlive(); i++) {
            ClientSite site = site();
            ShipmentsFinish finish = new ShipmentsFinish(site, plan, journal, left, clients++);
            Host.Task task = site.host().start("finish", finish::run);
            if (!runUntil(() -> !task.isAlive()) || finish.isDone()) {
                return;
            }
            left = left.subList(finish.checked(), left.size());
        }
    }

    private ClientSite site() {
        return new ClientSite(
                machines.client(),
                servers.uris(),
                plan.waiting(),
                OrderedSource.REAL,
                source,
                ViewOptions.DEFAULT.access(),
                false,
                machines.timeout());
    }

    private boolean runUntil(BooleanSupplier condition) {
        boolean reached = cluster.runUntil(OrderedSource.REAL.longestRunNanos(), condition);
        if (!reached) {
            journal.findings()
                    .violation(
                            "a thread waits for ever; operations under way: " + journal.underWay());
        }
        return reached;
    }
}
