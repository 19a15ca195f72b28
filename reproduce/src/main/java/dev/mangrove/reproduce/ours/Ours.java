package dev.mangrove.reproduce.ours;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Comparison;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.catfish.CatfishComparison;
import dev.mangrove.reproduce.cell.CellComparison;
import dev.mangrove.reproduce.drdma.DrdmaComparison;
import dev.mangrove.reproduce.nam.NamComparison;
import dev.mangrove.reproduce.sherman.ShermanComparison;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Our best configuration beside the best published system of each paper, on the paper's cluster and
 * under its workloads. Both are simulated in the same run. The claim: we lose nowhere, and where no
 * card, bus or link is full in our run, we do at least 1.3 times as much.
 */
public final class Ours implements Experiment {
    /** The goal where nothing of the network is full. */
    private static final double LEAST_LEAD = 1.3;

    @Override
    public String name() {
        return "ours";
    }

    @Override
    public String what() {
        return "Our best configuration beside the best published system of each paper";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(profile, OursSize.FULL);
    }

    static Reproduction run(@Nullable String profile, OursSize size) {
        List<Comparison> all = new ArrayList<>();
        all.addAll(NamComparison.run(profile, size.namKeys(), size.namClients(), size.isFull()));
        all.addAll(ShermanComparison.run(profile, size.shermanKeys(), size.isFull()));
        all.addAll(CatfishComparison.run(profile, size.catfishObjects(), size.isFull()));
        all.addAll(CellComparison.run(profile, size.cellProcesses(), size.isFull()));
        all.addAll(DrdmaComparison.run(profile, size.tablesPerPosting()));
        return judged(all)
                .note(
                        text(
                                "smaller than in the papers and in the other experiments: NAM %,d"
                                        + " keys, Sherman a key space of %,d, Catfish %,d"
                                        + " rectangles",
                                size.namKeys(), size.shermanKeys(), size.catfishObjects()))
                .note(
                        "Sherman is the published protocol; the other published systems are those"
                                + " of their papers' experiments here")
                .note("D-RDMA is ours, too: its one plan for all servers is what we execute");
    }

    /** The result of comparisons. */
    static Reproduction judged(List<Comparison> all) {
        Reproduction result = new Reproduction("ours");
        for (Comparison each : all) {
            result.compare(each);
            for (Comparison.Side side : each.tried()) {
                result.measured(
                        text("%s, %s, %s", each.name(), side.name(), each.unit()), side.rate());
            }
            judge(result, each);
            draw(result, each);
        }
        return result;
    }

    private static void judge(Reproduction result, Comparison comparison) {
        boolean full = comparison.ours().usage().isNetworkFull();
        String statement =
                full
                        ? "%s: ours: nothing is lost, with a card, bus or link full"
                        : "%s: ours: at least 1.3 times, with no card, bus or link full";
        result.claim(
                text(statement, comparison.name()),
                comparison.ratio(),
                Bound.atLeast(full ? 1 : LEAST_LEAD),
                "bound by " + comparison.ours().usage().text());
    }

    private static void draw(Reproduction result, Comparison comparison) {
        result.figures()
                .drawing(
                        "",
                        "Our best configuration beside the best published system",
                        "Each mark is our throughput to that of the best system of a paper, on its"
                                + " cluster and under its workload, by what bounds ours. The lines"
                                + " are at 1 and at 1.3.")
                .rows("Throughput", "times that of the best published system")
                .guide(1)
                .guide(LEAST_LEAD)
                .ours(
                        "bound by " + comparison.ours().usage().bound().text(),
                        comparison.name(),
                        comparison.ratio());
    }
}
