package dev.mangrove.reproduce.drdma;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.DmaEngine;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

/**
 * DMA reads between a card and its host's memory, for each size: sequential addresses, with as many
 * outstanding reads as the bus has tags.
 */
public final class DrdmaFig12 implements Experiment {
    private static final int TRANSFERS = 20_000;

    /** The paper's throughputs, as the next two. */
    private static final double PEAK_GBPS = 98;

    private static final double SMALLEST_MBPS = 137;
    private static final double SMALLEST_CACHED_MBPS = 190;

    @Override
    public String name() {
        return "drdma-fig12";
    }

    @Override
    public String what() {
        return "D-RDMA, figures 11, 12, 14: bandwidth and latency of DMA by transfer size";
    }

    /** Bandwidth and mean latency of a stream of reads. */
    private record Stream(double gbps, double nanos) {}

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "drdma-cx5" : name);
        Reproduction result = new Reproduction(name());
        Stream one = stream(profile, 1, 1, false);
        result.row("1 B from memory, Mb/s", SMALLEST_MBPS, one.gbps * 1_000);
        result.row(
                "1 B cached, Mb/s", SMALLEST_CACHED_MBPS, stream(profile, 1, 1, true).gbps * 1_000);
        for (int size = 256; size <= 4096; size *= 2) {
            result.row(size + " B, Gb/s", PEAK_GBPS, stream(profile, size, size, false).gbps);
        }
        result.row(
                "4 B scattered (fig. 11, zero-copy), Gb/s",
                1.5,
                stream(profile, 4, 4096, false).gbps);
        claims(result, profile, one);
        draw(result, profile);
        return result;
    }

    private static void draw(Reproduction result, Profile profile) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "D-RDMA, figures 12 and 14: DMA reads of growing size",
                                "Small reads waste nearly all of the bus: the peak needs 256 B."
                                    + " Reads below a cache line take longest, as each waits for"
                                    + " the one before it on the same line.");
        Panel bandwidth = drawing.curves("Bandwidth", "bytes of a read", "Gb/s").bytesX();
        Panel latency = drawing.curves("Latency", "bytes of a read", "nanoseconds").bytesX();
        for (boolean cached : new boolean[] {false, true}) {
            String series = cached ? "cached" : "from memory";
            for (int size = 1; size <= 4096; size *= 2) {
                Stream stream = stream(profile, size, size, cached);
                bandwidth.ours(series, size, stream.gbps);
                latency.ours(series, size, stream.nanos);
            }
        }
        bandwidth.paper("from memory", 1, SMALLEST_MBPS / 1_000);
        bandwidth.paper("cached", 1, SMALLEST_CACHED_MBPS / 1_000);
        for (int size = 256; size <= 4096; size *= 2) {
            bandwidth.paper("from memory", size, PEAK_GBPS);
        }
    }

    private static void claims(Reproduction result, Profile profile, Stream one) {
        Stream line = stream(profile, 64, 64, false);
        Stream half = stream(profile, 128, 128, false);
        Stream full = stream(profile, 256, 256, false);
        Stream large = stream(profile, 4096, 4096, false);
        result.claim(
                "very small reads take longer than bigger ones",
                one.nanos / line.nanos,
                Bound.MORE,
                text("%.0f ns for 1 B, %.0f ns for 64 B", one.nanos, line.nanos));
        result.claim(
                "128 B bring less than the peak, which needs 256 B",
                half.gbps / full.gbps,
                Bound.LESS,
                text("%.1f Gb/s at 128 B, %.1f at 256 B", half.gbps, full.gbps));
        result.claim(
                "beyond 256 B latency grows again",
                large.nanos / full.nanos,
                Bound.MORE,
                text("%.0f ns at 256 B, %.0f ns at 4 KB", full.nanos, large.nanos));
        Stream apart = stream(profile, 1, 64, false);
        result.claim(
                "apart by a cache line, 1 B takes no longer than 64 B",
                apart.nanos / line.nanos,
                Bound.NO_MORE,
                text("%.0f ns and %.0f ns", apart.nanos, line.nanos));
        Stream cached = stream(profile, 64, 64, true);
        result.claim(
                "caching hardly changes aligned reads",
                cached.gbps / line.gbps,
                Bound.SAME,
                text("%.2f and %.2f Gb/s", cached.gbps, line.gbps));
    }

    private static Stream stream(Profile profile, int size, int stride, boolean cached) {
        try (SimCluster cluster = new SimCluster(profile, 1)) {
            DmaEngine dma = cluster.addHost().nic().dma();
            long end = 0;
            double waited = 0;
            for (int i = 0; i < TRANSFERS; i++) {
                long start = dma.nextStart(0);
                end = dma.read(0, (long) i * stride, size, cached);
                waited += end - start;
            }
            double bits = 8.0 * size * TRANSFERS;
            return new Stream(bits / (end / 1_000.0), waited / TRANSFERS / 1_000);
        }
    }
}
