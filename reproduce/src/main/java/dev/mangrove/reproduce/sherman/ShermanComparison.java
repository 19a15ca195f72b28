package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Comparison;
import dev.mangrove.reproduce.Comparison.Side;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Sherman as published beside our design sherman with all techniques, on Sherman's workloads. */
public final class ShermanComparison {
    private static final String PAPER = "Sherman";
    private static final String UNIT = "M/s";

    /** Operations that a thread of ours executes at a time. Chosen: what a batch locks at most. */
    private static final int TOGETHER = 16;

    private static final List<ShermanWork> WORKS =
            List.of(
                    ShermanWork.writeIntensive(false),
                    ShermanWork.writeIntensive(true),
                    ShermanWork.readIntensive(false),
                    ShermanWork.readIntensive(true),
                    ShermanWork.rangeOnly(100),
                    ShermanWork.rangeWrite(100));

    private ShermanComparison() {}

    /**
     * Compares on the published cluster's profile, or on another one.
     *
     * @param all whether under all workloads, or under the first one
     */
    public static List<Comparison> run(@Nullable String profile, long keySpace, boolean all) {
        ShermanRuns runs = new ShermanRuns(profile, keySpace);
        return (all ? WORKS : WORKS.subList(0, 1))
                .stream().map(work -> compare(runs, work)).toList();
    }

    private static Comparison compare(ShermanRuns runs, ShermanWork work) {
        ShermanPoint published =
                runs.run(ShermanSystem.SHERMAN, work, ShermanCluster.THREADS, true);
        List<Side> tried = new ArrayList<>();
        tried.add(side("sherman", runs.run(ShermanSystem.MANGROVE, work)));
        if (work.inserts() == 0) {
            tried.add(side("cell, read by clients", runs.run(ShermanSystem.MEGANODES, work)));
        }
        if (work.range() == 1 && !work.isContended()) {
            tried.add(
                    side(
                            text("sherman, batches of %d", TOGETHER),
                            runs.runTogether(ShermanSystem.MANGROVE, work, TOGETHER)));
        }
        return Comparison.of(PAPER, work.text(), UNIT, List.of(side("Sherman", published)), tried);
    }

    private static Side side(String name, ShermanPoint point) {
        return new Side(name, point.mops(), point.usage());
    }
}
