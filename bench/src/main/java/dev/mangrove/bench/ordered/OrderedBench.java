package dev.mangrove.bench.ordered;

import dev.mangrove.AccessMode;
import dev.mangrove.cli.process.AtEnd;
import dev.mangrove.cli.report.Progress;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/** Loads an index, has clients operate on it for the measured time, and verifies it. */
public final class OrderedBench {
    private static final double SLICE_SECONDS = 0.1;

    /** Kinds of operation that run once before the first round: get, getall, handle, put. */
    private static final int WARM_UPS = 4;

    private static final double USUAL_TURN_SECONDS = 1;

    /**
     * Turns of each access mode in a round, each of half the time. Chosen: with 8 clients on two
     * busy cores, a policy that does what a pure mode does was at 0.97 of it by 16 turns of each.
     */
    private static final int MODE_TURNS = 4;

    /** All orders of three modes. */
    private static final int ORDERS = 6;

    private final BenchSettings settings;
    private final double turnSeconds;
    private final boolean smallPages;

    /** Creates a measurement; {@link #run} starts it. */
    public OrderedBench(BenchSettings settings) {
        this(settings, USUAL_TURN_SECONDS, false);
    }

    /** Creates a measurement whose rounds compare turns of the given time. */
    public OrderedBench(BenchSettings settings, double turnSeconds) {
        this(settings, turnSeconds, false);
    }

    private OrderedBench(BenchSettings settings, double turnSeconds, boolean smallPages) {
        this.settings = settings;
        this.turnSeconds = turnSeconds;
        this.smallPages = smallPages;
    }

    /** The same measurement with servers that use no huge pages. */
    public OrderedBench withSmallPages() {
        return new OrderedBench(settings, turnSeconds, true);
    }

    /** Starts the processes, measures, and ends the processes. */
    public OrderedReport run() {
        OrderedReport report = new OrderedReport(settings, smallPages);
        try (BenchProcesses processes = new BenchProcesses(settings, smallPages);
                AtEnd _ = AtEnd.run(processes::close)) {
            processes.start();
            load(processes, report);
            measure(processes, report);
            if (settings.rounds() > 0) {
                compare(processes, report);
                compareModes(processes, report);
            }
            if (settings.verify()) {
                verify(processes, report);
            }
        }
        return report;
    }

    private void load(BenchProcesses processes, OrderedReport report) {
        try (Progress progress = Progress.of("load", settings.keys())) {
            processes.tell(0, "load");
            String[] answer = processes.answer(0, progress).split(" ", -1);
            report.loaded(
                    Long.parseLong(answer[1]),
                    Double.parseDouble(answer[2]),
                    processes.memoryUsed());
        }
    }

    private void measure(BenchProcesses processes, OrderedReport report) {
        long slices = (long) ((settings.warmUpSeconds() + settings.seconds()) / SLICE_SECONDS);
        if (settings.seconds() == 0) {
            return;
        }
        try (Progress progress = Progress.of("measure", Math.max(1, slices))) {
            report.warmedUp(work(processes, settings.warmUpSeconds(), progress));
            var before = processes.serverTime();
            Tally tally = work(processes, settings.seconds(), progress);
            double cpu = processes.serverTime().minus(before).toNanos() / 1e9;
            report.measured(tally, cpu / tally.seconds());
        }
    }

    /** Measures operations of one client, then gets of all clients at once. */
    private void compare(BenchProcesses processes, OrderedReport report) {
        boolean several = processes.clients() > 1;
        int steps = WARM_UPS + settings.rounds() * (WARM_UPS + (several ? 2 : 1));
        try (Progress progress = Progress.of("compare", steps)) {
            String _ = ask(processes, "get", progress);
            String _ = ask(processes, "getall", progress);
            String _ = ask(processes, "handle", progress);
            String _ = ask(processes, "put", progress);
            for (int i = 0; i < settings.rounds(); i++) {
                if (settings.isMapped()) {
                    report.rates().rawReads(ask(processes, "raw", progress));
                }
                report.rates()
                        .round(
                                ask(processes, "get", progress),
                                ask(processes, "getall", progress),
                                ask(processes, "handle", progress),
                                ask(processes, "put", progress));
                if (several) {
                    report.rates().together(askAll(processes, rateCommand("get"), progress));
                }
            }
        }
    }

    /**
     * Measures gets of all clients by the server, by the clients, and as the policy decides. The
     * orders of the modes alternate, so that none gains or loses by the one before it.
     */
    private void compareModes(BenchProcesses processes, OrderedReport report) {
        AccessMode policy = settings.mode();
        if (policy == null || !policy.isAdaptive()) {
            return;
        }
        List<AccessMode> modes = List.of(AccessMode.SERVER, AccessMode.CLIENT, policy);
        int turns = settings.rounds() * MODE_TURNS;
        try (Progress progress = Progress.of("modes", (1L + turns) * modes.size())) {
            for (AccessMode mode : modes) {
                List<String> _ = askAll(processes, modeCommand(mode), progress);
            }
            for (int turn = 0; turn < turns; turn++) {
                for (AccessMode mode : ordered(modes, turn)) {
                    report.rates().byMode(mode, askAll(processes, modeCommand(mode), progress));
                }
            }
        }
    }

    /** One of the six orders of three modes. */
    private static List<AccessMode> ordered(List<AccessMode> modes, int turn) {
        List<AccessMode> order = new ArrayList<>(modes);
        Collections.rotate(order, turn % ORDERS);
        if (turn % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    private String modeCommand(AccessMode mode) {
        return "mode " + mode.text() + " " + turnSeconds / 2;
    }

    private String rateCommand(String what) {
        return "rate " + what + " " + turnSeconds;
    }

    private static List<String> askAll(
            BenchProcesses processes, String command, Progress progress) {
        each(processes, _ -> command);
        List<String> answers = new ArrayList<>();
        for (int client = 0; client < processes.clients(); client++) {
            answers.add(processes.answer(client, progress));
        }
        progress.advance(1);
        return answers;
    }

    private String ask(BenchProcesses processes, String what, Progress progress) {
        processes.tell(0, rateCommand(what));
        String answer = processes.answer(0, progress);
        progress.advance(1);
        return answer;
    }

    /** Runs the mix on all clients at the same time and adds up their tallies. */
    private Tally work(BenchProcesses processes, double seconds, Progress progress) {
        each(processes, _ -> "run " + seconds);
        for (double slept = 0; slept < seconds; slept += SLICE_SECONDS) {
            pause();
            progress.advance(1);
        }
        Tally sum = new Tally();
        for (int i = 0; i < processes.clients(); i++) {
            sum.add(Tally.parse(processes.answer(i, progress)));
        }
        return sum;
    }

    /** Each client scans its part of the keys; then the first client verifies the tree. */
    private void verify(BenchProcesses processes, OrderedReport report) {
        try (Progress progress = Progress.of("verify", settings.keys())) {
            int clients = processes.clients();
            each(processes, i -> "scan " + share(i, clients) + " " + (share(i + 1, clients) - 1));
            for (int i = 0; i < clients; i++) {
                String[] answer = processes.answer(i, progress).split(" ", 4);
                report.scanned(Long.parseLong(answer[1]), Long.parseLong(answer[2]), answer[3]);
            }
            each(processes, _ -> "inserted");
            long inserted = 0;
            for (int i = 0; i < clients; i++) {
                inserted += Long.parseLong(processes.answer(i, progress));
            }
            processes.tell(0, "verify");
            String[] answer = processes.answer(0, progress).split(" ", 5);
            report.verified(
                    inserted,
                    Long.parseLong(answer[1]),
                    Long.parseLong(answer[2]),
                    Integer.parseInt(answer[3]),
                    answer[4]);
        }
    }

    private long share(int client, int clients) {
        return settings.keys() * client / clients;
    }

    private static void each(BenchProcesses processes, IntFunction<String> command) {
        for (int i = 0; i < processes.clients(); i++) {
            processes.tell(i, command.apply(i));
        }
    }

    private static void pause() {
        try {
            Thread.sleep((long) (SLICE_SECONDS * 1000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while clients work", e);
        }
    }
}
