package dev.mangrove.reproduce.drdma;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/** Latency of DMA reads of each size and stride, of memory that the processor has not cached. */
public final class DrdmaFig13 implements Experiment {
    private static final int LINE = 64;
    private static final int LARGEST = 4096;

    /** Strides below this one leave reads slow (section 5.4). */
    private static final int SLOW_BELOW = 16;

    /** Reads below this size take equally long from a stride of a line on (section 5.4). */
    private static final int FLAT_BELOW = 256;

    @Override
    public String name() {
        return "drdma-fig13";
    }

    @Override
    public String what() {
        return "D-RDMA, figure 13: latency of DMA by transfer size and stride";
    }

    /** A size and a stride. */
    private record SizeAndStride(int size, int stride) {}

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "drdma-cx5" : name);
        Map<SizeAndStride, Double> nanos =
                DmaStream.on(DmaStream.listed(profile), DmaStream.MEMORY, DrdmaFig13::measureAll);
        Reproduction result = new Reproduction(name());
        smallStrides(result, nanos);
        largeStrides(result, nanos);
        draw(result, nanos);
        return result.note(
                "the paper prints no number of this figure; reads of more bytes than the stride,"
                        + " which would overlap, are left out there and here");
    }

    private static Map<SizeAndStride, Double> measureAll(DmaStream stream) {
        Map<SizeAndStride, Double> nanos = new HashMap<>();
        for (int stride = 1; stride <= LARGEST; stride *= 2) {
            for (int size = 1; size <= stride; size *= 2) {
                nanos.put(new SizeAndStride(size, stride), stream.send(size, stride).dmaNanos());
            }
        }
        return nanos;
    }

    private static double nanos(Map<SizeAndStride, Double> all, int size, int stride) {
        Double nanos = all.get(new SizeAndStride(size, stride));
        if (nanos == null) {
            throw new IllegalArgumentException("not measured: " + size + " B by " + stride);
        }
        return nanos;
    }

    private static void smallStrides(Reproduction result, Map<SizeAndStride, Double> nanos) {
        double sequential = nanos(nanos, 1, 1);
        double line = nanos(nanos, 1, LINE);
        double least = Double.MAX_VALUE;
        for (int stride = 1; stride < SLOW_BELOW; stride *= 2) {
            for (int size = 1; size <= stride; size *= 2) {
                least = Math.min(least, nanos(nanos, size, stride));
            }
        }
        result.claim(
                "below a stride of 16 B latency is high: any to 1 B by a line",
                least / line,
                Bound.MUCH_MORE,
                text("at least %.0f ns, by a line %.0f ns", least, line));
        result.claim(
                "below a stride of 16 B latency remains as high as that of sequential bytes",
                least / sequential,
                Bound.SAME,
                text("at least %.0f ns, sequential %.0f ns", least, sequential));
        double sixteen = nanos(nanos, 1, SLOW_BELOW);
        result.claim(
                "from a stride of 16 B on it is lower: 1 B by 16 to sequential bytes",
                sixteen / sequential,
                Bound.LESS,
                text("%.0f and %.0f ns", sixteen, sequential));
    }

    private static void largeStrides(Reproduction result, Map<SizeAndStride, Double> nanos) {
        for (int stride = LINE; stride <= FLAT_BELOW; stride *= 2) {
            double least = Double.MAX_VALUE;
            double most = 0;
            for (int size = 1; size <= Math.min(stride, FLAT_BELOW / 2); size *= 2) {
                least = Math.min(least, nanos(nanos, size, stride));
                most = Math.max(most, nanos(nanos, size, stride));
            }
            result.claim(
                    text("by %d B latency stays constant for reads below 256 B", stride),
                    most / least,
                    Bound.SAME,
                    text("%.0f to %.0f ns", least, most));
        }
        double small = nanos(nanos, 1, LARGEST);
        double large = nanos(nanos, LARGEST, LARGEST);
        result.claim(
                "beyond that it grows: 4 KB to 1 B, both by 4 KB",
                large / small,
                Bound.MORE,
                text("%.0f and %.0f ns", large, small));
        double apart = nanos(nanos, 1, LINE);
        double line = nanos(nanos, LINE, LINE);
        result.claim(
                "small strides explain figure 12: by a line, 1 B takes no longer than 64 B",
                apart / line,
                Bound.NO_MORE,
                text("%.0f and %.0f ns", apart, line));
    }

    private static void draw(Reproduction result, Map<SizeAndStride, Double> nanos) {
        Panel latency =
                result.figures()
                        .drawing(
                                "",
                                "D-RDMA, figure 13: DMA reads of growing size and stride",
                                "Reads of the same cache line wait for each other. From a stride"
                                        + " of a line on, the size hardly matters below 256 B.")
                        .curves("Latency", "bytes of a read", "nanoseconds")
                        .bytesX();
        for (int stride = 1; stride <= LARGEST; stride *= stride < LINE ? 2 : LINE) {
            for (int size = 1; size <= stride; size *= 2) {
                latency.ours("stride " + stride, size, nanos(nanos, size, stride));
            }
        }
    }
}
