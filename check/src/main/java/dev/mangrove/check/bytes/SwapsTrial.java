package dev.mangrove.check.bytes;

import dev.mangrove.check.Findings;
import dev.mangrove.check.history.History;
import dev.mangrove.check.history.LinearizabilityChecker;
import dev.mangrove.check.history.LinearizabilityReport;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.bytes.tree.TreeSurvey;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One seed of {@link SwapsCheck}. */
final class SwapsTrial {
    private static final int PAGE = 1024;
    private static final int SMALLEST_FANOUT = 4;
    private static final long LONGEST_RUN_NANOS = 20_000_000_000L;

    /**
     * Between two looks for processes that have died, at most. Chosen: other processes replace the
     * last value of a dead one before it is found, or after.
     */
    private static final int LONGEST_PAUSE_NANOS = 50_000;

    /** Keys of a run. Chosen: one leaf, a few, or a tree of three levels. */
    private static final int[] KEYS = {2, 6, 20};

    /** Loads and stores after which a process dies, at most. Chosen: some tens of operations. */
    private static final int MOST_ACCESSES = 20_000;

    /** Replacements after which it dies within one, at most. */
    private static final int MOST_REPLACEMENTS = 20;

    private final SimCluster cluster;
    private final SplittableRandom lots;
    private final boolean mortal;
    private final Findings findings;
    private final History history = new History(1_024);
    private final SwapsServer server;
    private final List<SwapsClient> clients = new ArrayList<>();
    private final List<SwapsClient> released = new ArrayList<>();
    private final int processes;
    private final int operations;
    private final int keys;
    private final boolean longKeys;
    private final int sizes;
    private int undecided;

    SwapsTrial(SimCluster cluster, SplittableRandom lots, boolean mortal, Findings findings) {
        this.cluster = cluster;
        this.lots = lots;
        this.mortal = mortal;
        this.findings = findings;
        int fanout = Math.min(SMALLEST_FANOUT + lots.nextInt(3), BytesPage.slots(PAGE));
        this.server = new SwapsServer(cluster, PAGE, fanout);
        this.processes = 2 + lots.nextInt(3);
        this.operations = 40 + lots.nextInt(80);
        this.keys = KEYS[lots.nextInt(KEYS.length)];
        this.longKeys = lots.nextBoolean();
        this.sizes = 1 + lots.nextInt(SwapsClient.MOST_SIZES);
    }

    /** Runs it; what was wrong is in the findings. */
    void run() {
        try {
            if (runUntilEnded(List.of(server.plant()))) {
                work();
            }
        } catch (RuntimeException e) {
            findings.violation("a thread failed: " + (e.getCause() == null ? e : e.getCause()));
        }
        LinearizabilityReport report = new LinearizabilityChecker().check(history);
        report.violations().forEach(violation -> findings.violation(violation.explanation()));
        undecided = report.undecidedKeys().size();
    }

    private void work() {
        List<Host.Task> workers = server.serve(2, this::attempt);
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            tasks.add(startProcess(i));
        }
        List<Host.Task> all = List.copyOf(tasks);
        tasks.add(server.host().start("monitor", () -> attempt(() -> releaseGone(all))));
        if (!runUntilEnded(tasks)) {
            return;
        }
        server.close();
        if (runUntilEnded(workers)) {
            runUntilEnded(List.of(server.host().start("finish", () -> attempt(this::finish))));
        }
    }

    private Host.Task startProcess(int number) {
        SimHost host = cluster.addHost();
        SwapsClient client =
                new SwapsClient(
                        host,
                        server,
                        history,
                        findings,
                        lots.split(),
                        number,
                        keys,
                        longKeys,
                        sizes);
        if (mortal && lots.nextBoolean()) {
            if (lots.nextInt(4) == 0) {
                host.crashAtAccess(1 + lots.nextInt(MOST_ACCESSES));
            } else {
                client.dieAtReplacement(1 + lots.nextInt(MOST_REPLACEMENTS));
            }
        }
        clients.add(client);
        return host.start("process", () -> attempt(() -> client.work(operations)));
    }

    /** Frees the extents of processes that have died, while others are at work. */
    private void releaseGone(List<Host.Task> all) {
        while (all.stream().anyMatch(Host.Task::isAlive)) {
            clients.stream().filter(SwapsClient::isGone).forEach(this::release);
            server.host().sleep(1 + lots.nextInt(LONGEST_PAUSE_NANOS));
        }
    }

    private void release(SwapsClient client) {
        if (client.table() != 0 && !released.contains(client)) {
            released.add(client);
            server.tree().tables().release(client.table());
        }
    }

    /** All processes have ended. */
    private void finish() {
        sound();
        clients.forEach(this::release);
        TreeSurvey survey = sound();
        if (survey.held() != 0) {
            findings.violation("processes that have ended hold extents: " + survey.held());
        }
    }

    private TreeSurvey sound() {
        TreeSurvey survey = server.tree().survey();
        survey.faults().forEach(fault -> findings.violation("verify: " + fault));
        if (survey.spare() != 0) {
            findings.violation("pages or extents leak: spare=" + survey.spare());
        }
        return survey;
    }

    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            findings.violation("an operation failed: " + e);
        }
    }

    private boolean runUntilEnded(List<Host.Task> tasks) {
        boolean ended =
                cluster.runUntil(
                        LONGEST_RUN_NANOS, () -> tasks.stream().noneMatch(Host.Task::isAlive));
        if (!ended) {
            findings.violation("a thread waits for ever");
        }
        return ended;
    }

    History history() {
        return history;
    }

    int undecided() {
        return undecided;
    }
}
