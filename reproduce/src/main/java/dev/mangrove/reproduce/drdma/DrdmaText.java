package dev.mangrove.reproduce.drdma;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.drdma.DmaStream.Flow;
import dev.mangrove.reproduce.drdma.Shuffle.Rate;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.SequencedMap;
import java.util.TreeMap;

/** What section 5.7 of D-RDMA says of gaps: when it pays to fetch them, and what they cost. */
public final class DrdmaText implements Experiment {
    private static final int VALUE = 4;
    private static final int LINE = 64;
    private static final int FULL_READ = 256;
    private static final int WIDEST_GAP = 512;

    /** Pairs lie too far apart to be fetched together. */
    private static final int PAIR_STRIDE = 2048;

    private static final double PEAK_GBPS = 98;
    private static final double PROJECTED_GBPS = 74;

    /** As in figure 11: the thread sleeps long enough that waking it does not count. */
    private static final int TABLES_PER_POSTING = 16;

    private static final int MORE_TAGS = 256;

    @Override
    public String name() {
        return "drdma-text";
    }

    @Override
    public String what() {
        return "D-RDMA, section 5.7: what gaps cost and when fetching them pays";
    }

    /** Two values with a gap between them: alone, and in a stream of such pairs. */
    private record TwoValues(double aloneNanos, double streamNanos, double dmas) {}

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "drdma-cx5" : name);
        Profile listed = DmaStream.listed(profile);
        Profile planned = DmaStream.planned(profile);
        SequencedMap<Integer, TwoValues> apart =
                DmaStream.on(listed, DmaStream.MEMORY, DrdmaText::pairs);
        SequencedMap<Integer, TwoValues> together =
                DmaStream.on(planned, DmaStream.MEMORY, DrdmaText::pairs);
        Reproduction result = new Reproduction(name());
        Flow full = reads(listed, FULL_READ, FULL_READ);
        result.row("reads of 256 B, Gb/s", PEAK_GBPS, full.gbps());
        Rate copied = Shuffle.copyOut(profile, true);
        Rate projected = Shuffle.planned(profile, 1, true, TABLES_PER_POSTING);
        result.row("projection of 3 columns of 4, Gb/s", PROJECTED_GBPS, projected.gbps());
        result.row("projection to reads of 256 B", 0.75, projected.gbps() / full.gbps());
        gaps(result, apart, together);
        Flow aligned = reads(listed, VALUE, LINE);
        result.claim(
                "small reads are very costly, even when aligned: 4 B to 256 B, bandwidth",
                aligned.gbps() / full.gbps(),
                Bound.MUCH_LESS,
                text("%.2f and %.1f Gb/s", aligned.gbps(), full.gbps()));
        result.claim(
                "what gaps cost comes back as processor time: D-RDMA to copy-out, cores per Gb/s",
                projected.cores() / projected.gbps() / (copied.cores() / copied.gbps()),
                Bound.COLLAPSED,
                text("%.4f and %.2f cores", projected.cores(), copied.cores()));
        Profile tags = listed.with("dma.tags", MORE_TAGS);
        result.measured("reads of 64 B, 64 tags, Gb/s", reads(listed, LINE, LINE).gbps());
        result.measured("reads of 64 B, 256 tags, Gb/s", reads(tags, LINE, LINE).gbps());
        draw(result, apart, together);
        return result;
    }

    private static Flow reads(Profile profile, int size, int stride) {
        return DmaStream.on(profile, DmaStream.MEMORY, stream -> stream.send(size, stride));
    }

    private static SequencedMap<Integer, TwoValues> pairs(DmaStream stream) {
        SequencedMap<Integer, TwoValues> pairs = new TreeMap<>();
        for (int gap = VALUE; gap <= WIDEST_GAP; gap *= 2) {
            RowMask mask = new RowMask(PAIR_STRIDE).run(0, VALUE).run(VALUE + gap, VALUE);
            Flow flow = stream.send(mask, PAIR_STRIDE);
            double nanos = 8 * mask.bytes() / flow.gbps();
            pairs.put(gap, new TwoValues(stream.alone(mask), nanos, flow.dmasPerRow()));
        }
        return pairs;
    }

    private static void gaps(
            Reproduction result,
            SequencedMap<Integer, TwoValues> apart,
            SequencedMap<Integer, TwoValues> together) {
        double alone = 0;
        double stream = 0;
        double dmas = 0;
        int widest = 0;
        for (int gap : together.keySet()) {
            TwoValues two = pair(apart, gap);
            TwoValues one = pair(together, gap);
            if (one.dmas < 1.5) {
                widest = gap;
            }
            if (gap <= LINE) {
                alone = Math.max(alone, one.aloneNanos / two.aloneNanos);
                stream = Math.max(stream, one.streamNanos / two.streamNanos);
                dmas = Math.max(dmas, one.dmas);
            }
        }
        result.claim("the card fetches gaps up to a line: DMAs of two values", dmas, Bound.SAME);
        result.claim(
                "a message of two values is not later for a gap of up to a line",
                alone,
                Bound.NO_MORE);
        result.claim(
                "a stream of them takes less time with gaps of up to a line", stream, Bound.LESS);
        result.measured("widest of these gaps that the card fetches, bytes", widest);
    }

    private static TwoValues pair(SequencedMap<Integer, TwoValues> pairs, int gap) {
        TwoValues pair = pairs.get(gap);
        if (pair == null) {
            throw new IllegalArgumentException("not measured: gap=" + gap);
        }
        return pair;
    }

    private static void draw(
            Reproduction result,
            SequencedMap<Integer, TwoValues> apart,
            SequencedMap<Integer, TwoValues> together) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "D-RDMA, section 5.7: two values of 4 B with a gap between them",
                                "One DMA fetches values of the same cache line sooner than two do."
                                        + " In a stream it also saves a tag, until the gap takes"
                                        + " another packet of the bus.");
        Panel alone = drawing.curves("One message", "bytes of the gap", "nanoseconds").bytesX();
        Panel stream =
                drawing.curves("A stream, for each pair", "bytes of the gap", "nanoseconds")
                        .bytesX();
        add(alone, stream, "a DMA each", apart);
        add(alone, stream, "planned", together);
    }

    private static void add(
            Panel alone, Panel stream, String series, SequencedMap<Integer, TwoValues> pairs) {
        pairs.forEach(
                (gap, pair) -> {
                    alone.ours(series, gap, pair.aloneNanos);
                    stream.ours(series, gap, pair.streamNanos);
                });
    }
}
