package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Window;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Clients that search, without and with others that insert all the time. */
public final class CellFig8 implements Experiment {
    private static final int SERVERS = 4;
    private static final int CORES = 2;

    /** Figure 8: 8 processes search and 16 insert. */
    private static final int SEARCHING = 8;

    private static final int INSERTING = 16;

    /** Searches of each thread before a measurement. Chosen. */
    private static final long WARM_UP = 300;

    /** Chosen: some ten thousand inserts. */
    private static final long NANOS = 30_000_000;

    @Override
    public String name() {
        return "cell-fig8";
    }

    @Override
    public String what() {
        return "Cell, figure 8: latency of searches beside inserts, and of these";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        return run(Profile.named(name == null ? CellText.PROFILE : name), CellTree.GROWING, NANOS);
    }

    /**
     * A system's latencies.
     *
     * @param alone searches without inserts
     * @param beside searches with inserts
     * @param inserts the inserts
     */
    private record Latencies(CellPoint alone, CellPoint beside, CellPoint inserts) {}

    static Reproduction run(Profile profile, CellTree tree, long nanos) {
        Reproduction result = new Reproduction("cell-fig8");
        Latencies server = measure(result, profile, tree, CellSystem.SERVER, nanos);
        Latencies cell = measure(result, profile, tree, CellSystem.CELL, nanos);
        Latencies auto = measure(result, profile, tree, CellSystem.AUTO, nanos);
        result.claim(
                "beside inserts, Cell's median is slightly higher than that of servers alone",
                cell.beside.p50() / server.beside.p50(),
                Bound.SLIGHTLY_MORE,
                text("%.1f and %.1f us", cell.beside.p50(), server.beside.p50()));
        result.claim(
                "beside inserts, Cell's 90th percentile is far lower",
                cell.beside.p90() / server.beside.p90(),
                Bound.MUCH_LESS,
                text("%.1f and %.1f us", cell.beside.p90(), server.beside.p90()));
        result.claim(
                "inserts delay searches by servers significantly more than Cell's",
                server.beside.p50() / server.alone.p50() / (cell.beside.p50() / cell.alone.p50()),
                Bound.MUCH_MORE);
        result.claim(
                "inserts take less time with client-side searches",
                cell.inserts.micros() / server.inserts.micros(),
                Bound.LESS,
                text("%.1f and %.1f us", cell.inserts.micros(), server.inserts.micros()));
        result.claim(
                "splits end sooner: inserts per second",
                cell.inserts.perSecond() / server.inserts.perSecond(),
                Bound.MORE);
        result.claim(
                "ours: beside inserts, the median of auto is at most that of Cell",
                auto.beside.p50() / cell.beside.p50(),
                Bound.LAST);
        return result.note(CellText.scale(tree))
                .note("splits of nodes and of roots of meganodes, none moves to another server");
    }

    private static Latencies measure(
            Reproduction result, Profile profile, CellTree tree, CellSystem system, long nanos) {
        try (CellCluster cluster = new CellCluster(profile, tree, SERVERS, CORES);
                CellRun run = cluster.start(CellWork.SEARCH, CellCluster.view(system), SEARCHING)) {
            run.warmUp(WARM_UP);
            CellPoint alone = run.measureFor(nanos);
            Window counts = new Window();
            List<CellClient> inserting =
                    run.add(CellWork.INSERT, CellCluster.view(system), INSERTING, counts);
            run.warmUp(WARM_UP / CellSetup.THREADS);
            counts.open(cluster.cluster().nanoTime(), nanos);
            CellPoint beside = run.measureFor(nanos);
            CellPoint inserts = CellPoint.of(counts, nanos);
            run.end(inserting);
            draw(result, system, "searches alone", alone);
            draw(result, system, "searches beside inserts", beside);
            draw(result, system, "inserts", inserts);
            result.measured(system.text() + ", inserts, K/s", inserts.thousands());
            return new Latencies(alone, beside, inserts);
        }
    }

    private static void draw(Reproduction result, CellSystem system, String what, CellPoint point) {
        result.measured(system.text() + ", " + what + ", p50, us", point.p50());
        result.measured(system.text() + ", " + what + ", p90, us", point.p90());
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Cell, figure 8: latency of searches beside inserts",
                                "8 processes search, and 16 insert. The paper prints no numbers.");
        drawing.bars("Median", "", "microseconds").ours(system.text(), what, point.p50());
        drawing.bars("90th percentile", "", "microseconds").ours(system.text(), what, point.p90());
    }
}
