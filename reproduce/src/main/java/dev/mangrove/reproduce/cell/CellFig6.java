package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.AccessMode;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One server with 1 to 8 cores; clients cache all but the bottom four levels. */
public final class CellFig6 implements Experiment {
    static final List<Integer> CORES = List.of(1, 2, 4, 6, 8);

    /** Processes of clients: enough to saturate the server in every system. Chosen. */
    static final int PROCESSES = 16;

    private static final double CELL_ONE_CORE = 439;
    private static final double SERVER_ONE_CORE = 164;
    private static final double CELL_MOST_CORES = 1_100;
    private static final double OVER_SERVER = 1.07;
    private static final double OVER_CLIENT = 3.7;

    /** Chosen: the share of searches by clients in steps of 0.1. */
    private static final int RATIOS = 10;

    @Override
    public String name() {
        return "cell-fig6";
    }

    @Override
    public String what() {
        return "Cell, figure 6: searches of one server by number of cores";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        return run(
                Profile.named(name == null ? CellText.PROFILE : name),
                PROCESSES,
                RATIOS,
                CORES.stream().mapToInt(Integer::intValue).toArray());
    }

    static Reproduction run(Profile profile, int processes, int ratios, int... cores) {
        Reproduction result = new Reproduction("cell-fig6");
        Map<AccessMode, CellPoint> first = Map.of();
        Map<AccessMode, CellPoint> last = Map.of();
        double leastOfBest = Double.MAX_VALUE;
        double leastOfBestAuto = Double.MAX_VALUE;
        double leastOfCell = Double.MAX_VALUE;
        for (int number : cores) {
            last = measure(profile, number, processes);
            first = first.isEmpty() ? last : first;
            double best = best(profile, number, processes, ratios);
            leastOfBest = Math.min(leastOfBest, rate(last, CellSystem.CELL) / best);
            leastOfBestAuto = Math.min(leastOfBestAuto, rate(last, CellSystem.AUTO) / best);
            leastOfCell =
                    Math.min(
                            leastOfCell, rate(last, CellSystem.AUTO) / rate(last, CellSystem.CELL));
            draw(result, number, last, best);
            result.measured(text("best fixed ratio, %d cores, K/s", number), best / 1e3);
            result.measured(text("auto, %d cores, K/s", number), rate(last, CellSystem.AUTO) / 1e3);
        }
        int most = cores[cores.length - 1];
        result.row("Cell, 1 core, K/s", CELL_ONE_CORE, rate(first, CellSystem.CELL) / 1e3)
                .row("server, 1 core, K/s", SERVER_ONE_CORE, rate(first, CellSystem.SERVER) / 1e3)
                .row(
                        text("Cell, %d cores, K/s", most),
                        CELL_MOST_CORES,
                        rate(last, CellSystem.CELL) / 1e3)
                .row(
                        text("Cell to server, %d cores", most),
                        OVER_SERVER,
                        rate(last, CellSystem.CELL) / rate(last, CellSystem.SERVER))
                .row(
                        text("Cell to client, %d cores", most),
                        OVER_CLIENT,
                        rate(last, CellSystem.CELL) / rate(last, CellSystem.CLIENT));
        result.claim(
                "Cell meets or exceeds the best fixed ratio: at least", leastOfBest, Bound.NO_LESS);
        result.claim(
                "ours: auto is at most 5 % behind the best fixed ratio: at least",
                leastOfBestAuto, Bound.atLeast(0.95));
        result.claim(
                "ours: auto is at most 3 % behind Cell: at least",
                leastOfCell, Bound.atLeast(0.97));
        return result.note(CellText.SCALE);
    }

    private static Map<AccessMode, CellPoint> measure(Profile profile, int cores, int processes) {
        Map<AccessMode, CellPoint> points = new EnumMap<>(AccessMode.class);
        for (CellSystem system : CellSystem.values()) {
            CellSetup setup = CellSetup.cached(system.mode(), cores, processes);
            points.put(system.mode(), CellServer.measure(profile, setup));
        }
        return points;
    }

    /** The highest throughput of a fixed ratio, pure modes among them. */
    private static double best(Profile profile, int cores, int processes, int ratios) {
        double best = 0;
        for (int i = 0; i <= ratios; i++) {
            CellSetup setup =
                    CellSetup.cached(CellSystem.CLIENT.mode(), cores, processes)
                            .withRatio((double) i / ratios);
            best = Math.max(best, CellServer.measure(profile, setup).perSecond());
        }
        return best;
    }

    private static double rate(Map<AccessMode, CellPoint> points, CellSystem system) {
        return CellPoint.in(points, system.mode()).perSecond();
    }

    private static void draw(
            Reproduction result, int cores, Map<AccessMode, CellPoint> points, double best) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Cell, figure 6: searches of one server by number of cores",
                                "With few cores most searches go to the card, with many most go to"
                                        + " the server.");
        for (CellSystem system : CellSystem.values()) {
            drawing.curves("Throughput", "cores", "thousand searches per second")
                    .ours(system.text(), cores, rate(points, system) / 1e3);
        }
        drawing.curves("Throughput", "cores", "thousand searches per second")
                .ours("best fixed ratio", cores, best / 1e3);
    }
}
