package dev.mangrove.reproduce.cell;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Mixes of gets and puts on four servers with two cores each. */
public final class CellFig9 implements Experiment {
    private static final int SERVERS = 4;
    private static final int CORES = 2;

    /** Chosen: enough to saturate the servers; they stand for the paper's pipelined clients. */
    private static final int PROCESSES = 48;

    private static final List<CellWork> WORKS =
            List.of(
                    CellWork.updates(0),
                    CellWork.updates(0.5),
                    CellWork.updates(1),
                    CellWork.INSERT,
                    CellWork.ycsb("YCSB A", 0.5),
                    CellWork.ycsb("YCSB B", 0.05));

    /** Operations of each thread before the measurement, and then. Chosen, not tuned. */
    private static final long WARM_UP = 200;

    private static final long COUNTED = 100;

    @Override
    public String name() {
        return "cell-fig9";
    }

    @Override
    public String what() {
        return "Cell, figure 9: mixes of gets, updates and inserts";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        return run(
                Profile.named(name == null ? CellText.PROFILE : name),
                CellTree.GROWING,
                PROCESSES,
                WORKS);
    }

    static Reproduction run(Profile profile, CellTree tree, int processes, List<CellWork> works) {
        Reproduction result = new Reproduction("cell-fig9");
        for (CellWork work : works) {
            try (CellCluster cluster = new CellCluster(profile, tree, SERVERS, CORES)) {
                compare(result, cluster, work, processes);
            }
        }
        return result.note(CellText.scale(tree))
                .note("clients wait for each operation; more of them stand for pipelining")
                .note("values are in the leaves, so that a get is a search");
    }

    private static void compare(
            Reproduction result, CellCluster cluster, CellWork work, int processes) {
        double server = measure(cluster, work, CellSystem.SERVER, processes);
        double cell = measure(cluster, work, CellSystem.CELL, processes);
        double ours = measure(cluster, work.withoutSearch(), CellSystem.AUTO, processes);
        result.claim(
                work.name() + ": Cell outperforms server-side operations",
                cell / server,
                Bound.MORE);
        result.claim(
                work.name() + ", ours: auto with puts by one message is not behind Cell",
                ours / cell,
                Bound.NO_LESS);
        draw(result, work, "server", server);
        draw(result, work, "Cell", cell);
        draw(result, work, "auto, puts by one message", ours);
    }

    private static double measure(
            CellCluster cluster, CellWork work, CellSystem system, int processes) {
        return cluster.measure(work, CellCluster.view(system), processes, WARM_UP, COUNTED)
                .thousands();
    }

    private static void draw(Reproduction result, CellWork work, String system, double thousands) {
        result.measured(work.name() + ", " + system + ", K/s", thousands);
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Cell, figure 9: gets and puts on four servers with two cores",
                                "A published put searches for its key and then sends a message;"
                                        + " ours is one message. The paper prints no numbers.");
        drawing.bars("Throughput", "", "thousand operations per second")
                .ours(system, work.name(), thousands);
    }
}
