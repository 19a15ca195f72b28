package dev.mangrove.reproduce.drdma;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * Bandwidth of DMA reads of memory that the processor has cached or not, one after the other or
 * each in a cache line of its own.
 */
public final class DrdmaFig14 implements Experiment {
    private static final int LINE = 64;
    private static final int LARGEST = 4096;
    private static final double MEMORY_MBPS = 137;
    private static final double CACHED_MBPS = 190;
    private static final double CACHED_GAIN = 39;

    /** Section 5.5: "the difference is always below 5%". */
    private static final double ALIGNED_DIFFERENCE = 1.05;

    @Override
    public String name() {
        return "drdma-fig14";
    }

    @Override
    public String what() {
        return "D-RDMA, figure 14: bandwidth of DMA from the cache and from memory";
    }

    /** Bandwidths by size; aligned reads only while they are smaller than a line. */
    private record Curves(SequencedMap<Integer, Double> sequential, Map<Integer, Double> aligned) {
        static Curves measure(DmaStream stream) {
            Curves curves = new Curves(new TreeMap<>(), new TreeMap<>());
            for (int size = 1; size <= LARGEST; size *= 2) {
                curves.sequential.put(size, stream.send(size, size).gbps());
                if (size < LINE) {
                    curves.aligned.put(size, stream.send(size, LINE).gbps());
                }
            }
            return curves;
        }
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = DmaStream.listed(Profile.named(name == null ? "drdma-cx5" : name));
        Curves memory = DmaStream.on(profile, DmaStream.MEMORY, Curves::measure);
        Curves cached = DmaStream.on(profile, DmaStream.CACHED, Curves::measure);
        Reproduction result = new Reproduction(name());
        double fromMemory = of(memory.sequential, 1);
        double fromCache = of(cached.sequential, 1);
        result.row("1 B sequential from memory, Mb/s", MEMORY_MBPS, 1_000 * fromMemory);
        result.row("1 B sequential from the cache, Mb/s", CACHED_MBPS, 1_000 * fromCache);
        result.row("1 B, what the cache gains, %", CACHED_GAIN, gain(memory, cached, 1));
        claims(result, memory, cached);
        draw(result, memory, cached);
        return result.note(
                "aligned reads of a line or more are sequential ones, and left out as in the"
                        + " paper");
    }

    private static double of(Map<Integer, Double> curve, int size) {
        Double gbps = curve.get(size);
        if (gbps == null) {
            throw new IllegalArgumentException("not measured: " + size + " B");
        }
        return gbps;
    }

    /** Percent that sequential reads gain from the cache. */
    private static double gain(Curves memory, Curves cached, int size) {
        return 100 * (of(cached.sequential, size) / of(memory.sequential, size) - 1);
    }

    private static void claims(Reproduction result, Curves memory, Curves cached) {
        double most = 0;
        for (int size : memory.aligned.keySet()) {
            most = Math.max(most, of(cached.aligned, size) / of(memory.aligned, size));
        }
        result.claim(
                "aligned reads differ by less than 5 %: cached to memory, at most",
                most, Bound.atMost(ALIGNED_DIFFERENCE));
        double small = gain(memory, cached, 1);
        double largest = 0;
        for (int size : memory.sequential.keySet()) {
            largest = Math.max(largest, gain(memory, cached, size));
        }
        result.claim(
                "the difference is largest for very small reads: that of 1 B to any, within 10 %",
                small / largest,
                Bound.NO_LESS,
                text("%.1f %% for 1 B, at most %.1f %%", small, largest));
        for (int size : new int[] {8, LINE / 2, LINE}) {
            double percent = gain(memory, cached, size);
            result.claim(
                    text("the gain decreases rapidly with the size: that of %d B to 1 B", size),
                    percent / small,
                    Bound.MUCH_LESS,
                    text("%.1f and %.1f %%", percent, small));
        }
        double line = of(cached.sequential, LINE) / of(memory.sequential, LINE);
        result.claim("the cache hardly matters from a line on: 64 B", line, Bound.SAME);
        double apart = of(memory.aligned, 1) / of(memory.sequential, 1);
        result.claim(
                "1 B from memory: aligned reads are much faster than sequential ones",
                apart,
                Bound.MUCH_MORE);
    }

    private static void draw(Reproduction result, Curves memory, Curves cached) {
        Panel panel =
                result.figures()
                        .drawing(
                                "",
                                "D-RDMA, figure 14: DMA reads from the cache and from memory",
                                "The cache helps reads that follow each other within a line; it"
                                        + " does nothing for those that do not.")
                        .curves("Bandwidth", "bytes of a read", "Gb/s")
                        .bytesX();
        add(panel, "cached", cached);
        add(panel, "memory", memory);
        panel.paper("cached sequential", 1, CACHED_MBPS / 1_000);
        panel.paper("memory sequential", 1, MEMORY_MBPS / 1_000);
    }

    private static void add(Panel panel, String where, Curves curves) {
        curves.sequential.forEach((size, gbps) -> panel.ours(where + " sequential", size, gbps));
        curves.aligned.forEach((size, gbps) -> panel.ours(where + " aligned", size, gbps));
    }
}
