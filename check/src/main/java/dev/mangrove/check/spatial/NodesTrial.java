package dev.mangrove.check.spatial;

import dev.mangrove.check.RunningTasks;
import dev.mangrove.check.history.SpatialHistory;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.check.page.TreeMemory;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.SpatialVerification;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One seed of {@link NodesCheck}: threads work on a tree, then one that is alone verifies it. */
final class NodesTrial {
    private static final long LONGEST_RUN_NANOS = 20_000_000_000L;
    private static final int TAG = 1;
    private static final int LAST = -1;

    private final SimCluster cluster;
    private final NodesPlan plan;
    private final boolean fails;
    private final OrderedJournal journal;
    private final SpatialHistory history = new SpatialHistory(1024);
    private final SimHost host;
    private final TreeMemory memory;
    private @Nullable RTree tree;

    NodesTrial(SimCluster cluster, NodesPlan plan, boolean fails, OrderedJournal journal) {
        this.cluster = cluster;
        this.plan = plan;
        this.fails = fails;
        this.journal = journal;
        this.host = cluster.addHost();
        this.memory = new TreeMemory(cluster, host, RTree.pageSize(plan.options()));
    }

    /** Runs it; what was wrong is in the journal. Returns the number of undecided objects. */
    int run() {
        try {
            Host.Task planting = host.start("plant", this::plant);
            if (runUntilEnded(List.of(planting)) && runUntilEnded(startAll())) {
                runUntilEnded(List.of(host.start("finish", this::finish)));
            }
        } catch (RuntimeException e) {
            journal.broken(LAST, e.getCause() == null ? e : e.getCause());
        }
        return SpatialVerdict.check(history, journal.findings());
    }

    SpatialHistory history() {
        return history;
    }

    private void plant() {
        tree = new RTree(host, memory.memory(), memory, plan.options(), TAG);
        if (plan.kind() == NodesCheck.Kind.ABORTS) {
            worker(LAST).insertAll();
        }
    }

    private List<Host.Task> startAll() {
        if (fails && plan.failure() > 0) {
            if (plan.kind() == NodesCheck.Kind.ABORTS) {
                host.failAtStore(plan.failure());
            } else {
                host.failAtAccess(plan.failure());
            }
        }
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < plan.threads(); i++) {
            NodesWorker worker = worker(i);
            tasks.add(host.start("thread", worker::run));
        }
        SimHost card = cluster.addHost();
        MemorySegment copy = cluster.arena().allocate(RTree.pageSize(plan.options()), Node.LINE);
        NodeCopies copies = new NodeCopies(card, memory, TAG, copy, journal);
        List<Host.Task> threads = List.copyOf(tasks);
        tasks.add(
                card.start(
                        "card",
                        () -> copies.run(() -> threads.stream().anyMatch(Host.Task::isAlive))));
        return tasks;
    }

    private NodesWorker worker(int client) {
        LocalSpatialTree view = new LocalSpatialTree(Objects.requireNonNull(tree));
        return new NodesWorker(this, host, view, client);
    }

    /** A tree whose change broke off can be searched, but is not in order. */
    private void finish() {
        host.failAtAccess(Long.MAX_VALUE / 2);
        host.failAtStore(Long.MAX_VALUE / 2);
        try {
            int seen = worker(LAST).searchAll();
            if (!hasFailed()) {
                verify(seen);
            }
        } catch (RuntimeException | Error e) {
            journal.broken(LAST, e);
        }
    }

    private void verify(int seen) {
        RTree whole = Objects.requireNonNull(tree);
        journal.begins(LAST, "verify");
        SpatialVerification found = new LocalSpatialTree(whole).verify();
        journal.ends(LAST, found);
        found.faults().forEach(fault -> journal.violation(LAST, "verify: " + fault));
        long known = found.pages() + 1 + whole.pages().spare(); // The anchor is a page, too.
        if (seen != found.objects() || memory.allocated() != known) {
            journal.violation(
                    LAST,
                    "counts differ: found=%d, verified=%d; allocated=%d, known=%d"
                            .formatted(seen, found.objects(), memory.allocated(), known));
        }
    }

    private boolean runUntilEnded(List<Host.Task> tasks) {
        boolean ended = cluster.runUntil(LONGEST_RUN_NANOS, () -> RunningTasks.haveEnded(tasks));
        if (!ended) {
            journal.findings()
                    .violation(
                            "a thread waits for ever; operations under way: " + journal.underWay());
        }
        return ended;
    }

    NodesPlan plan() {
        return plan;
    }

    OrderedJournal journal() {
        return journal;
    }

    /** Whether an Error has been thrown in an operation. */
    boolean hasFailed() {
        return host.hasFailed();
    }
}
