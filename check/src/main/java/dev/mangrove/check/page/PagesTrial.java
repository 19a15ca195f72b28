package dev.mangrove.check.page;

import dev.mangrove.check.RunningTasks;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.check.ordered.OrderedLoader;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.local.LocalTree;
import dev.mangrove.index.btree.strings.StringTree;
import dev.mangrove.index.ordered.AsyncOrdered;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.sim.InjectedError;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One seed of {@link PagesCheck}: processes work on a tree, then one that is alone verifies it. */
final class PagesTrial {
    private static final int ACCESSES_OF_A_STORE = 10;

    /**
     * Stores to links before a process dies in a merge. Chosen: those of a merge, and of one that
     * is undone.
     */
    private static final int MOST_LINKS = 4;

    private static final long LONGEST_RUN_NANOS = 20_000_000_000L;

    private final SimCluster cluster;
    private final PagesPlan plan;
    private final boolean mortal;
    private final OrderedJournal journal;
    private final TreeMemory memory;
    private final AtomicLong root = new AtomicLong();
    private final PageStrings strings;
    private final SharedLongKeys longKeys = new SharedLongKeys();
    private final SimHost owner;
    private int processes;
    private boolean loading;

    PagesTrial(
            SimCluster cluster,
            PagesPlan plan,
            boolean mortal,
            OrderedJournal journal,
            PageStrings strings) {
        this.strings = strings;
        this.cluster = cluster;
        this.plan = plan;
        this.mortal = mortal;
        this.journal = journal;
        this.owner = cluster.addHost();
        this.memory = new TreeMemory(cluster, owner, plan.pageSize());
    }

    /** Runs it; what was wrong is in the journal. */
    void run() {
        try {
            Host.Task planting = owner.start("plant", () -> root.setPlain(plant()));
            if (runUntilEnded(List.of(planting))) {
                if (plan.handle()) {
                    new HandleTrial(this).run();
                } else {
                    work();
                }
            }
        } catch (RuntimeException e) {
            journal.broken(OrderedLoader.CLIENT, e.getCause() == null ? e : e.getCause());
        }
        journal.check();
    }

    private long plant() {
        return plan.strings()
                ? StringTree.plant(memory.pages(owner, memory.format(longKeys.view())))
                : LocalTree.plant(memory.pages(owner));
    }

    private void work() {
        boolean filled = !plan.filled() || runUntilEnded(List.of(start(false, PagesWorker::fill)));
        if (filled && runUntilEnded(startAll())) {
            runUntilEnded(List.of(start(false, this::finish)));
        }
    }

    private List<Host.Task> startAll() {
        List<Host.Task> tasks = new ArrayList<>();
        loading = plan.loads() == 1;
        if (plan.loads() > 0) {
            tasks.add(start(mortal, this::load));
        }
        for (int i = 0; i < plan.processes(); i++) {
            tasks.add(start(mortal, worker -> worker.work(() -> loading)));
        }
        if (plan.steady()) {
            tasks.add(startReader(List.copyOf(tasks)));
        }
        return tasks;
    }

    /** Starts a thread that reads single pages while any of the tasks is at work. */
    private Host.Task startReader(List<Host.Task> tasks) {
        SimHost host = cluster.addHost();
        BooleanSupplier working = () -> tasks.stream().anyMatch(Host.Task::isAlive);
        if (plan.reads() == PagesPlan.Reads.COUNTS) {
            PageOutlines outlines = new PageOutlines(host, memory, plan, journal);
            return host.start("outlines", () -> outlines.run(working));
        }
        PageCopies copies = new PageCopies(host, memory, plan, journal, keys());
        return host.start("card", () -> copies.run(working));
    }

    private PageKeys keys() {
        return plan.strings()
                ? PageKeys.ofStrings(memory.format(longKeys.view()), strings)
                : PageKeys.ofWords(plan.pageSize(), TreeMemory.TAG);
    }

    /** Where no process has failed, the allocated pages are those that the tree consists of. */
    void finish(PagesWorker worker) {
        long pages = worker.finish();
        boolean failed = mortal && plan.failures() > 0;
        if (!failed && memory.allocated() != pages) {
            journal.findings()
                    .violation(
                            "pages leak: allocated=" + memory.allocated() + ", reachable=" + pages);
        }
    }

    private void load(PagesWorker worker) {
        try {
            worker.load();
        } finally {
            loading = false;
        }
    }

    private Host.Task start(boolean fails, Consumer<PagesWorker> work) {
        SimHost host = cluster.addHost();
        if (fails && plan.failures() > 0) {
            int at = 1 + host.random().nextInt(plan.failures());
            if (plan.dies() && plan.keeps() && host.random().nextInt(4) > 0) {
                host.crashAfterStores(memory::isLink, 1 + host.random().nextInt(MOST_LINKS));
            } else if (plan.dies()) {
                host.crashAtStore(at);
            } else {
                host.failAtAccess((long) at * ACCESSES_OF_A_STORE);
            }
        }
        return start(host, openAny(host), work);
    }

    /** Starts a thread of a process. */
    Host.Task start(SimHost host, OrderedIndex tree, Consumer<PagesWorker> work) {
        int client = processes++;
        PagesWorker worker = new PagesWorker(host, plan, journal, tree, client);
        return host.start("process", () -> attempt(() -> work.accept(worker), client));
    }

    /** Starts a thread of a process that uses futures. */
    Host.Task start(SimHost host, AsyncOrdered tree) {
        int client = processes++;
        FutureClient futures = new FutureClient(host, plan, journal, tree, client);
        return host.start("futures", () -> attempt(futures::run, client));
    }

    private OrderedIndex openAny(SimHost host) {
        return plan.strings()
                ? new StringsInPlace(memory, host, root, plan.fanout(), strings, longKeys)
                : open(host);
    }

    /** A view of a tree with 64-bit keys for a thread of a process. */
    TreeInPlace open(SimHost host) {
        return new TreeInPlace(memory, host, root, plan, cluster.arena());
    }

    private void attempt(Runnable work, int client) {
        try {
            work.run();
        } catch (InjectedError e) {
            journal.ends(client, e); // The operation may have taken effect or not.
        } catch (RuntimeException | Error e) {
            journal.broken(client, e);
        }
    }

    SimCluster cluster() {
        return cluster;
    }

    PagesPlan plan() {
        return plan;
    }

    OrderedJournal journal() {
        return journal;
    }

    boolean runUntilEnded(List<Host.Task> tasks) {
        boolean ended = cluster.runUntil(LONGEST_RUN_NANOS, () -> RunningTasks.haveEnded(tasks));
        if (!ended) {
            journal.findings()
                    .violation(
                            "a thread waits for ever; operations under way: " + journal.underWay());
        }
        return ended;
    }
}
