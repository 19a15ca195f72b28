package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Four servers with 1 to 8 cores each: by servers alone, as the selector decides, by a ratio. */
public final class CellTable2 implements Experiment {
    private static final int SERVERS = 4;
    private static final int[] CORES = {1, 2, 3, 4, 5, 6, 7, 8};

    /** Processes of clients: enough to saturate the servers in every system. Chosen. */
    static final int PROCESSES = 64;

    /** Processes at the paper's "moderate load". Chosen: an eighth of those that saturate. */
    private static final int MODERATE = 8;

    /**
     * Searches of each thread before the measurement. Chosen: auto has settled after 800, as all
     * clients start at the same time and a way that is not used is measured anew only after 20 ms.
     */
    private static final long WARM_UP = 1_000;

    /** The same where a fixed ratio decides. Chosen. */
    private static final long SHORT_WARM_UP = 100;

    /** Searches of each thread that are measured. Chosen, not tuned. */
    private static final long SEARCHES = 200;

    /** Searches of each thread until its process has copies of nearly all inner nodes. Chosen. */
    private static final long FILLING = 1_500;

    private static final double[] SERVER = {505, 991, 1447, 1831, 2145, 2478, 2901, 2543};
    private static final double[] CELL = {1842, 2142, 2456, 2573, 2687, 2845, 2901, 2812};
    private static final double[] SHARE = {30, 41, 53, 62, 77, 88, 99, 99};
    private static final double[] FIXED = {1841, 2129, 2366, 2513, 2593, 2768, 2776, 2571};

    /** Section 4.4.1: mean latency at moderate load, with 2 and 4 cores. */
    private static final double MICROS_2_CORES = 28.5;

    private static final double MICROS_4_CORES = 26.4;

    /** Section 4.4.1: Cell with 2 cores to the best of servers alone. */
    private static final double OF_BEST_SERVER = 0.74;

    /** Ours: one core each, with copies of all inner nodes; million searches per second. */
    private static final double CACHED_MOPS = 4.0;

    /** Measured values for one number of cores. */
    private record Line(
            int cores, CellPoint server, CellPoint cell, double share, double fixed, double auto) {}

    @Override
    public String name() {
        return "cell-table2";
    }

    @Override
    public String what() {
        return "Cell, table 2: searches of four servers by number of cores";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        return run(
                Profile.named(name == null ? CellText.PROFILE : name),
                CellTree.FULL,
                PROCESSES,
                CORES);
    }

    static Reproduction run(Profile profile, CellTree tree, int processes, int... cores) {
        Reproduction result = new Reproduction("cell-table2");
        List<Line> lines = new ArrayList<>();
        for (int number : cores) {
            try (CellCluster cluster = new CellCluster(profile, tree, SERVERS, number)) {
                Line line = measure(cluster, number, processes);
                lines.add(line);
                rows(result, line);
                draw(result, line);
                if (number == 2 || number == 4) {
                    latency(result, cluster, number);
                }
            }
        }
        claims(result, lines);
        cached(result, profile, processes);
        return result.note(CellText.scale(tree));
    }

    private static Line measure(CellCluster cluster, int cores, int processes) {
        CellPoint server = settled(cluster, CellSystem.SERVER, processes);
        CellPoint cell;
        double share;
        try (CellRun run =
                cluster.start(CellWork.SEARCH, CellCluster.view(CellSystem.CELL), processes)) {
            run.warmUp(WARM_UP);
            cell = run.measure(SEARCHES);
            share = Math.min(1, run.serverShare());
        }
        CellPoint fixed =
                cluster.measure(
                        CellWork.SEARCH,
                        CellCluster.ratio(1 - share),
                        processes,
                        SHORT_WARM_UP,
                        SEARCHES);
        CellPoint auto = settled(cluster, CellSystem.AUTO, processes);
        return new Line(cores, server, cell, share, fixed.thousands(), auto.thousands());
    }

    /** A system with so many processes, when its policy has settled. */
    private static CellPoint settled(CellCluster cluster, CellSystem system, int processes) {
        long warmUp = system.mode().isAdaptive() ? WARM_UP : SHORT_WARM_UP;
        return cluster.measure(
                CellWork.SEARCH, CellCluster.view(system), processes, warmUp, SEARCHES);
    }

    private static void rows(Reproduction result, Line line) {
        int at = line.cores - 1;
        String cores = text("%d cores, ", line.cores);
        result.row(cores + "server, K/s", SERVER[at], line.server.thousands())
                .row(cores + "Cell, K/s", CELL[at], line.cell.thousands())
                .row(cores + "Cell, share at the server, %", SHARE[at], 100 * line.share)
                .row(cores + "fixed ratio, K/s", FIXED[at], line.fixed)
                .measured(cores + "auto, K/s", line.auto);
    }

    private static void latency(Reproduction result, CellCluster cluster, int cores) {
        CellPoint point = settled(cluster, CellSystem.CELL, MODERATE);
        result.row(
                text("%d cores, Cell at moderate load, us", cores),
                cores == 2 ? MICROS_2_CORES : MICROS_4_CORES,
                point.micros());
        result.measured(
                text("%d cores, auto at moderate load, us", cores),
                settled(cluster, CellSystem.AUTO, MODERATE).micros());
    }

    /** Adds the claim on copies of all inner nodes, of a tree whose copies are soon complete. */
    private static void cached(Reproduction result, Profile profile, int processes) {
        try (CellCluster cluster = new CellCluster(profile, CellTree.SMALL, SERVERS, 1)) {
            CellPoint point =
                    cluster.measure(
                            CellWork.SEARCH,
                            CellCluster.view(CellSystem.AUTO).withCachedFrom(1),
                            processes,
                            FILLING,
                            SEARCHES);
            result.claim(
                    "ours: with copies of all inner nodes and one core, auto does at least 4.0 M/s",
                    point.perSecond() / 1e6,
                    Bound.atLeast(CACHED_MOPS));
        }
    }

    private static void claims(Reproduction result, List<Line> lines) {
        double overServer = Double.MAX_VALUE;
        double overFixed = Double.MAX_VALUE;
        double bestServer = 0;
        for (Line line : lines) {
            overServer = Math.min(overServer, line.cell.perSecond() / line.server.perSecond());
            overFixed = Math.min(overFixed, line.cell.thousands() / line.fixed);
            bestServer = Math.max(bestServer, line.server.perSecond());
        }
        result.claim(
                "Cell matches or exceeds server-side search: at least", overServer, Bound.NO_LESS);
        result.claim(
                "Cell matches or exceeds the fixed ratio of its own average: at least",
                overFixed,
                Bound.NO_LESS);
        for (Line line : lines) {
            if (line.cores == 2) {
                double ratio = line.cell.perSecond() / line.server.perSecond();
                result.row("2 cores, Cell to server", CELL[1] / SERVER[1], ratio);
                result.row(
                        "2 cores, Cell to the best of server-side search",
                        OF_BEST_SERVER,
                        line.cell.perSecond() / bestServer);
            }
        }
    }

    private static void draw(Reproduction result, Line line) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Cell, table 2: searches of four servers by number of cores",
                                "With few cores the selector adds what clients can read; with many"
                                        + " cores most searches are messages.");
        int at = line.cores - 1;
        Panel throughput = drawing.curves("Throughput", "cores", "thousand searches per second");
        throughput
                .ours("server", line.cores, line.server.thousands())
                .paper("server", line.cores, SERVER[at])
                .ours("Cell", line.cores, line.cell.thousands())
                .paper("Cell", line.cores, CELL[at])
                .ours("fixed ratio", line.cores, line.fixed)
                .paper("fixed ratio", line.cores, FIXED[at])
                .ours("auto", line.cores, line.auto);
        drawing.curves("Share at the server", "cores", "percent of searches by message")
                .linearY()
                .ours("Cell", line.cores, 100 * line.share)
                .paper("Cell", line.cores, SHARE[at]);
    }
}
