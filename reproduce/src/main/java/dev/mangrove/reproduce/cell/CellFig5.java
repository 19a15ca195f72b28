package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** 1 to 16 servers with two cores each. */
public final class CellFig5 implements Experiment {
    private static final int[] SERVERS = {1, 2, 4, 8, 16};

    /** Section 4.3: two cores of each server. */
    private static final int CORES = 2;

    /**
     * Chosen: one server does no more with 16. The paper has 5; ours wait for each search, and 5 do
     * not saturate a server.
     */
    static final int PROCESSES_PER_SERVER = 12;

    /** Processes for each server below saturation. Chosen. */
    private static final int FEW_PER_SERVER = 1;

    /**
     * Searches of each thread before the measurement. Chosen: with 16 servers a process sends each
     * of them 75 searches.
     */
    private static final long WARM_UP = 400;

    /** Searches of each thread that are measured. Chosen, not tuned. */
    private static final long COUNTED = 100;

    private static final List<CellSystem> SYSTEMS =
            List.of(CellSystem.SERVER, CellSystem.CELL, CellSystem.AUTO);

    private static final double MOPS = 5.31;
    private static final double GROWTH = 9.2;
    private static final double OVER_SERVER = 1.7;
    private static final double MEDIAN = 30;

    /** Ours: how far auto may be behind Cell. */
    private static final double MOST_BEHIND = 0.03;

    /** Servers from which on the tree has seven levels, section 4.3. */
    private static final int SEVEN_LEVELS = 4;

    @Override
    public String name() {
        return "cell-fig5";
    }

    @Override
    public String what() {
        return "Cell, figure 5: searches by number of servers";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        return run(Profile.named(name == null ? CellText.PROFILE : name), CellTree.FULL, SERVERS);
    }

    static Reproduction run(Profile profile, CellTree tree, int... servers) {
        Reproduction result = new Reproduction("cell-fig5");
        Map<CellSystem, CellPoint> first = new EnumMap<>(CellSystem.class);
        Map<CellSystem, CellPoint> last = new EnumMap<>(CellSystem.class);
        Map<CellSystem, CellPoint> early = new EnumMap<>(CellSystem.class);
        Map<CellSystem, CellPoint> quiet = new EnumMap<>(CellSystem.class);
        for (int number : servers) {
            Map<CellSystem, CellPoint> loaded = new EnumMap<>(CellSystem.class);
            try (CellCluster cluster = new CellCluster(profile, tree, number, CORES)) {
                for (CellSystem system : SYSTEMS) {
                    CellPoint point = measure(cluster, system, PROCESSES_PER_SERVER);
                    loaded.put(system, point);
                    first.putIfAbsent(system, point);
                    CellPoint few = measure(cluster, system, FEW_PER_SERVER);
                    if (number >= SEVEN_LEVELS) {
                        early.putIfAbsent(system, few);
                    }
                    quiet.put(system, few);
                    result.measured(
                            text("%s, %d servers, K/s", system.text(), number), point.thousands());
                    draw(result, number, system, point, few);
                }
            }
            last.putAll(loaded);
            behindCell(result, number, loaded);
        }
        rows(result, servers[servers.length - 1], first, last, quiet);
        for (CellSystem system : SYSTEMS) {
            result.claim(
                    system.text() + ": latency is stable from 4 servers on",
                    of(quiet, system).p50() / of(early, system).p50(),
                    Bound.SAME,
                    text("%.1f and %.1f us", of(quiet, system).p50(), of(early, system).p50()));
        }
        drawPublished(result);
        return result.note(CellText.scale(tree))
                .note("the tree has as many keys for one server as for 16");
    }

    private static CellPoint measure(CellCluster cluster, CellSystem system, int perServer) {
        return cluster.measure(
                CellWork.SEARCH,
                CellCluster.view(system),
                perServer * cluster.servers(),
                WARM_UP,
                COUNTED);
    }

    private static void rows(
            Reproduction result,
            int most,
            Map<CellSystem, CellPoint> first,
            Map<CellSystem, CellPoint> last,
            Map<CellSystem, CellPoint> quiet) {
        double cell = of(last, CellSystem.CELL).perSecond();
        double before = of(first, CellSystem.CELL).perSecond();
        double server = of(last, CellSystem.SERVER).perSecond();
        result.row(text("Cell, %d servers, M/s", most), MOPS, cell / 1e6)
                .row(text("Cell, %d servers to one", most), GROWTH, cell / before)
                .row(text("Cell to server, %d servers", most), OVER_SERVER, cell / server)
                .row(
                        "server, median below saturation, us",
                        MEDIAN,
                        of(quiet, CellSystem.SERVER).p50())
                .row("Cell, median below saturation, us", MEDIAN, of(quiet, CellSystem.CELL).p50())
                .measured("auto, median below saturation, us", of(quiet, CellSystem.AUTO).p50());
    }

    private static void behindCell(
            Reproduction result, int servers, Map<CellSystem, CellPoint> points) {
        double auto = of(points, CellSystem.AUTO).thousands();
        double cell = of(points, CellSystem.CELL).thousands();
        result.claim(
                text("%d servers, ours: auto is at most 3 %% behind Cell", servers),
                auto / cell,
                Bound.atLeast(1 - MOST_BEHIND),
                text("%.0f and %.0f K/s", auto, cell));
    }

    private static CellPoint of(Map<CellSystem, CellPoint> points, CellSystem system) {
        CellPoint point = points.get(system);
        if (point == null) {
            throw new IllegalStateException("not measured: " + system.text());
        }
        return point;
    }

    private static void draw(
            Reproduction result, int servers, CellSystem system, CellPoint point, CellPoint few) {
        throughput(result).ours(system.text(), servers, point.perSecond() / 1e6);
        latency(result).ours(system.text(), servers, few.p50());
    }

    private static void drawPublished(Reproduction result) {
        int most = SERVERS[SERVERS.length - 1];
        throughput(result)
                .paper(CellSystem.CELL.text(), most, MOPS)
                .paper(CellSystem.CELL.text(), 1, MOPS / GROWTH)
                .paper(CellSystem.SERVER.text(), most, MOPS / OVER_SERVER);
        latency(result)
                .paper(CellSystem.CELL.text(), most, MEDIAN)
                .paper(CellSystem.SERVER.text(), most, MEDIAN);
    }

    private static Panel throughput(Reproduction result) {
        return drawing(result)
                .curves("Throughput", "servers", "million searches per second")
                .logX();
    }

    private static Panel latency(Reproduction result) {
        return drawing(result).curves("Median below saturation", "servers", "microseconds").logX();
    }

    private static Figures.Drawing drawing(Reproduction result) {
        return result.figures()
                .drawing(
                        "",
                        "Cell, figure 5: searches by number of servers, two cores each",
                        "Searches grow with servers. The paper's grow 9.2 times from 1 to 16, as"
                                + " the state of connections exceeds the memory of its cards.");
    }
}
