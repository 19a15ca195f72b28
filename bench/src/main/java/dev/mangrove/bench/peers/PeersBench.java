package dev.mangrove.bench.peers;

import dev.mangrove.cli.process.AtEnd;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.cli.report.Progress;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Starts all systems, loads them, and runs them in turns. */
public final class PeersBench {
    private static final int CORES = Math.max(1, Runtime.getRuntime().availableProcessors());
    private static final double LONGEST_WARM_UP = 0.5;

    private final Plan plan;
    private final PeersReport report;
    private final Map<String, ChildProcess> processes =
            Collections.synchronizedMap(new LinkedHashMap<>());

    private PeersBench(Plan plan) {
        this.plan = plan;
        this.report = new PeersReport(plan);
    }

    /** Measures ordered systems. */
    public static PeersReport ordered(PeersSettings settings) {
        return new PeersBench(OrderedPeersPlan.of(settings)).run();
    }

    /**
     * Measures systems with keys and values of bytes; then, on less data, moves of spatial objects,
     * and handles and gets of 64-bit keys.
     */
    public static PeersReport bytes(PeersSettings settings) {
        PeersReport report = new PeersBench(BytesPeersPlan.of(settings)).run();
        PeersSettings fewer = settings.withEntries(BytesPeersPlan.MOST_MOVED);
        return report.with("moves", new PeersBench(SpatialPeersPlan.ofMoves(fewer)).run())
                .with("long_keys", WordKeySection.measure(settings));
    }

    /** Measures spatial systems on synthetic rectangles. */
    public static PeersReport spatial(PeersSettings settings) {
        return new PeersBench(SpatialPeersPlan.of(settings, Plan.MADE_UP)).run();
    }

    /**
     * Adds the same measurement on coastline segments, half as many, in fewer and shorter turns. If
     * they cannot be downloaded, the report says why.
     */
    public static PeersReport withSegments(PeersReport report, PeersSettings settings) {
        try {
            Plan plan = SpatialPeersPlan.of(settings.halved(), SegmentFile.get().toString());
            return report.with("segments", new PeersBench(plan).run());
        } catch (IOException e) {
            report.skipped("segments", String.valueOf(e.getMessage()));
            return report;
        }
    }

    private PeersReport run() {
        long start = System.nanoTime();
        try (AtEnd _ = AtEnd.run(this::stop)) {
            startAll();
            load();
            measure();
        } finally {
            end();
        }
        report.ends((System.nanoTime() - start) / 1e9);
        return report;
    }

    /** Ends all processes at once, when this process is ended during a measurement. */
    private void stop() {
        all().forEach(ChildProcess::terminate);
        end();
    }

    private void end() {
        all().forEach(ChildProcess::close);
    }

    private List<ChildProcess> all() {
        synchronized (processes) {
            return List.copyOf(processes.values());
        }
    }

    private void startAll() {
        for (MeasuredSystem system : plan.systems()) {
            processes.computeIfAbsent(
                    system.host(),
                    host ->
                            PeerProgram.start(
                                    system,
                                    plan.kind(),
                                    host,
                                    Integer.toString(plan.entries()),
                                    plan.source()));
        }
        for (String host : List.copyOf(processes.keySet())) {
            String line = answer(host);
            if (line.startsWith("skip ")) {
                report.skipped(host, line.substring("skip ".length()));
                leave(host);
            }
        }
    }

    /** Loads and warms up the systems; their busy threads never outnumber the cores. */
    private void load() {
        Map<String, Integer> threads = new LinkedHashMap<>();
        plan.systems().forEach(each -> threads.put(each.host(), each.loadThreads()));
        try (Progress progress = Progress.of("load", processes.size())) {
            each(
                    threads,
                    host -> {
                        String[] answer = ask(host, "load").split(" ", -1);
                        if (answer[0].equals("loaded")) {
                            report.loaded(
                                    host,
                                    Double.parseDouble(answer[1]),
                                    Double.parseDouble(answer[2]));
                            warmUp(host);
                        }
                        progress.advance(1);
                    });
        }
    }

    private void warmUp(String host) {
        Set<String> operations = new LinkedHashSet<>();
        double seconds = LONGEST_WARM_UP;
        for (Phase phase : plan.phases()) {
            seconds = Math.min(seconds, phase.seconds() * 2);
            for (MeasuredSystem system : plan.systems()) {
                if (system.host().equals(host)) {
                    operations.add(
                            system.prefix() + phase.operation() + " " + phase.distribution());
                }
            }
        }
        for (String operation : operations) {
            if (processes.containsKey(host)) {
                note(host, operation, ask(host, "run " + operation + " 1 " + seconds + " 0"));
            }
        }
    }

    private void measure() {
        try (Progress progress = Progress.of("measure", plan.turns())) {
            for (Phase phase : plan.phases()) {
                for (int round = 0; round < phase.rounds(); round++) {
                    Map<String, Long> sums = new LinkedHashMap<>();
                    for (MeasuredSystem system : inTurn(round)) {
                        turn(phase, round, system, sums);
                        progress.advance(1);
                    }
                    compare(phase, round, sums);
                }
            }
        }
    }

    /** The systems in the order of a round; each round starts with another one. */
    private List<MeasuredSystem> inTurn(int round) {
        List<MeasuredSystem> all = plan.systems();
        List<MeasuredSystem> rotated = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            rotated.add(all.get((i + round) % all.size()));
        }
        return rotated;
    }

    private void turn(Phase phase, int round, MeasuredSystem system, Map<String, Long> sums) {
        if (!processes.containsKey(system.host())) {
            return;
        }
        String answer =
                ask(
                        system.host(),
                        "run %s%s %s %d %s %d"
                                .formatted(
                                        system.prefix(),
                                        phase.operation(),
                                        phase.distribution(),
                                        phase.threads(),
                                        phase.seconds(),
                                        round + 1));
        if (!answer.startsWith("ran ")) {
            return;
        }
        String[] parts = answer.split(" ", 7);
        report.ran(
                phase,
                system,
                Double.parseDouble(parts[1]),
                Double.parseDouble(parts[2]),
                Double.parseDouble(parts[3]));
        long sum = Long.parseLong(parts[4]);
        if (sum != 0) {
            sums.put(system.name(), sum);
        }
        note(system.name(), phase.key(), answer);
    }

    /** Reports the wrong answers of a turn as a fault. */
    private void note(String name, String what, String answer) {
        String[] parts = answer.split(" ", 7);
        if (parts[0].equals("ran") && !parts[5].equals("0")) {
            report.fault(
                    name + ", " + what + ": " + parts[5] + " wrong answers, first: " + parts[6]);
        }
    }

    /** Reports a fault if systems gave different answers to the same questions. */
    private void compare(Phase phase, int round, Map<String, Long> sums) {
        if (sums.values().stream().distinct().count() > 1) {
            report.fault("answers differ in " + phase.key() + ", round " + round + ": " + sums);
        }
    }

    private void each(Map<String, Integer> threads, Consumer<String> task) {
        Semaphore cores = new Semaphore(CORES, true);
        try (ExecutorService pool = Executors.newCachedThreadPool()) {
            List<Future<?>> tasks = new ArrayList<>();
            for (String host : List.copyOf(processes.keySet())) {
                int needed = Math.min(CORES, threads.getOrDefault(host, 1));
                cores.acquire(needed);
                tasks.add(
                        pool.submit(
                                () -> {
                                    try {
                                        task.accept(host);
                                    } finally {
                                        cores.release(needed);
                                    }
                                }));
            }
            for (Future<?> running : tasks) {
                running.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while systems load", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a system cannot be loaded", e);
        }
    }

    private String ask(String host, String command) {
        process(host).tell(command);
        return answer(host);
    }

    /** Reads an answer; removes the process from the measurement if it has died. */
    private String answer(String host) {
        try {
            return process(host).readLine();
        } catch (IllegalStateException e) {
            report.fault(host + ": " + e.getMessage());
            leave(host);
            return "gone";
        }
    }

    private ChildProcess process(String host) {
        synchronized (processes) {
            ChildProcess process = processes.get(host);
            if (process == null) {
                throw new IllegalStateException("no process for " + host);
            }
            return process;
        }
    }

    private void leave(String host) {
        synchronized (processes) {
            ChildProcess process = processes.remove(host);
            if (process != null) {
                process.close();
            }
        }
    }
}
