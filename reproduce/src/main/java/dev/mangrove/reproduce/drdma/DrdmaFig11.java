package dev.mangrove.reproduce.drdma;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.drdma.Shuffle.Rate;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

/**
 * Bandwidth and processor time of a shuffle and a projection: as lists of fragments, by copying,
 * and planned by the card.
 */
public final class DrdmaFig11 implements Experiment {
    private static final double ZERO_COPY_GBPS = 1.5;
    private static final double COPY_OUT_GBPS = 18;
    private static final double PLANNED_GBPS = 98;
    private static final double PROJECTED_GBPS = 74;

    /** Chosen: the thread sleeps long enough that waking it does not count. */
    private static final int TABLES_PER_POSTING = 16;

    private static final int[] SPEEDS = {100, 400, 800};
    private static final int[] CORES = {5, 20, 40};

    @Override
    public String name() {
        return "drdma-fig11";
    }

    @Override
    public String what() {
        return "D-RDMA, figure 11: bandwidth and processor time of a shuffle";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "drdma-cx5" : name);
        Reproduction result = new Reproduction(name());
        Rate zeroCopy = Shuffle.zeroCopy(profile, false);
        Rate copyOut = Shuffle.copyOut(profile, false);
        Rate planned = Shuffle.planned(profile, 2, false, TABLES_PER_POSTING);
        rows(result, "shuffle", zeroCopy, copyOut, planned, PLANNED_GBPS);
        result.row("zero-copy, % of a core", 50, 100 * zeroCopy.cores());
        result.row("copy-out, % of a core", 100, 100 * copyOut.cores());
        for (int i = 0; i < SPEEDS.length; i++) {
            result.row(
                    text("cores that copy out at %d Gb/s", SPEEDS[i]),
                    CORES[i],
                    SPEEDS[i] / copyOut.gbps());
        }
        rows(
                result,
                "projection",
                Shuffle.zeroCopy(profile, true),
                Shuffle.copyOut(profile, true),
                Shuffle.planned(profile, 1, true, 1),
                PROJECTED_GBPS);
        claims(result, profile, zeroCopy, copyOut, planned);
        draw(result, zeroCopy, copyOut, planned);
        return result.note(
                        "98 Gb/s is the rate of DMA reads of 256 B. Messages of one row each would"
                            + " carry 20 B behind 70 B of headers, at most 22 Gb/s on this link;"
                            + " here many rows share a message")
                .note(
                        "section 1 calls 18 Gb/s the rate without D-RDMA, section 5.2 shows that it"
                                + " is the rate of copying");
    }

    private static void rows(
            Reproduction result,
            String workload,
            Rate zeroCopy,
            Rate copyOut,
            Rate planned,
            double plannedGbps) {
        result.row(workload + ", zero-copy, Gb/s", ZERO_COPY_GBPS, zeroCopy.gbps());
        result.row(workload + ", copy-out, Gb/s", COPY_OUT_GBPS, copyOut.gbps());
        result.row(workload + ", D-RDMA, Gb/s", plannedGbps, planned.gbps());
    }

    private static void claims(
            Reproduction result, Profile profile, Rate zeroCopy, Rate copyOut, Rate planned) {
        result.claim(
                "D-RDMA takes virtually no processor time: % of a core",
                100 * planned.cores(), Bound.VIRTUALLY_NO);
        result.claim(
                "ours: D-RDMA sends at least 55 times as much as zero-copy",
                planned.gbps() / zeroCopy.gbps(),
                Bound.atLeast(55));
        result.claim(
                "ours: D-RDMA sends at least 5 times as much as copy-out",
                planned.gbps() / copyOut.gbps(),
                Bound.atLeast(5));
        group(result, profile, 2, 1.8);
        group(result, profile, 4, 3.3);
    }

    private static void group(Reproduction result, Profile profile, int servers, double least) {
        double together = Shuffle.planned(profile, servers, false, 1).gbps();
        double apart = Shuffle.plannedApart(profile, servers).gbps();
        result.claim(
                text(
                        "ours: one plan for %d servers sends at least %.1f times as much as one"
                                + " for each",
                        servers, least),
                together / apart,
                Bound.atLeast(least),
                text("%.1f and %.1f Gb/s", together, apart));
    }

    private static void draw(Reproduction result, Rate zeroCopy, Rate copyOut, Rate planned) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "D-RDMA, figure 11: a shuffle to two servers",
                                "Lists of fragments are bound by small DMAs, copying by the"
                                    + " processor; a card that plans its DMAs reaches the bus.");
        Panel bandwidth = drawing.bars("Bandwidth", "", "Gb/s");
        bar(bandwidth, "zero-copy", zeroCopy.gbps(), ZERO_COPY_GBPS);
        bar(bandwidth, "copy-out", copyOut.gbps(), COPY_OUT_GBPS);
        bar(bandwidth, "D-RDMA", planned.gbps(), PLANNED_GBPS);
        Panel cores = drawing.bars("Processor time", "", "% of a core").linearY();
        bar(cores, "zero-copy", 100 * zeroCopy.cores(), 50);
        bar(cores, "copy-out", 100 * copyOut.cores(), 100);
        cores.ours("shuffle", "D-RDMA", 100 * planned.cores());
    }

    private static void bar(Panel panel, String way, double ours, double paper) {
        panel.ours("shuffle", way, ours).paper("shuffle", way, paper);
    }
}
