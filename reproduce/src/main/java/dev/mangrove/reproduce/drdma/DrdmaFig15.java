package dev.mangrove.reproduce.drdma;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.drdma.DmaStream.Flow;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * Bandwidth on the wire of packets that a card puts together from segments of its memory: rows of
 * 32 values without their last, which the card fetches in boxes.
 */
public final class DrdmaFig15 implements Experiment {
    private static final int VALUE = 4;
    private static final int ROW = 32 * VALUE;

    /** Chosen: the gap is small, so that the bus never bounds the stream. */
    private static final RowMask MASK = new RowMask(ROW).run(0, ROW - VALUE);

    private static final int PAYLOAD = 128;
    private static final int PACKET = 198;
    private static final double LINE_GBPS = 100;
    private static final int ENOUGH = 8;
    private static final int MOST = 16;
    private static final int LARGE_PAYLOAD = 4096;

    @Override
    public String name() {
        return "drdma-fig15";
    }

    @Override
    public String what() {
        return "D-RDMA, figure 15: packets of 128 B by segments read in parallel";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "drdma-cx5" : name);
        SequencedMap<Integer, Flow> bySegments = new TreeMap<>();
        for (int segments = 1; segments <= MOST; segments++) {
            bySegments.put(segments, send(profile, segments, PAYLOAD));
        }
        Reproduction result = new Reproduction(name());
        Flow enough = flow(bySegments, ENOUGH);
        result.row("packet with 128 B of payload, bytes", PACKET, PAYLOAD * enough.wireShare());
        result.row("8 segments, Gb/s on the wire", LINE_GBPS, wireGbps(enough));
        claims(result, bySegments);
        double large = wireGbps(send(profile, ENOUGH, LARGE_PAYLOAD));
        result.measured("8 segments, packets of 4 KB, Gb/s on the wire", large);
        draw(result, bySegments);
        return result.note(
                "8 segments of 4 B at 322 MHz carry 82 Gb/s of payload: enough for packets of"
                        + " 128 B, of whose 100 Gb/s 35 are headers, not for packets of 4 KB");
    }

    private static Flow send(Profile profile, int segments, int payload) {
        Profile card =
                DmaStream.planned(profile)
                        .with("nic.segments", segments)
                        .with("nic.mtu_bytes", payload);
        return DmaStream.on(card, DmaStream.MEMORY, stream -> stream.send(MASK, ROW));
    }

    private static double wireGbps(Flow flow) {
        return flow.gbps() * flow.wireShare();
    }

    private static Flow flow(SequencedMap<Integer, Flow> bySegments, int segments) {
        Flow flow = bySegments.get(segments);
        if (flow == null) {
            throw new IllegalArgumentException("not measured: segments=" + segments);
        }
        return flow;
    }

    private static void claims(Reproduction result, SequencedMap<Integer, Flow> bySegments) {
        for (int segments = 1; segments < ENOUGH; segments *= 2) {
            double fewer = wireGbps(flow(bySegments, segments));
            double more = wireGbps(flow(bySegments, 2 * segments));
            result.claim(
                    text(
                            "throughput increases with the segments: %d to %d",
                            2 * segments, segments),
                    more / fewer,
                    Bound.MORE,
                    text("%.1f and %.1f Gb/s", fewer, more));
        }
        double enough = wireGbps(flow(bySegments, ENOUGH));
        result.claim("8 segments fill the line", enough / LINE_GBPS, Bound.BUSY);
        result.claim(
                "more do not help: 16 segments to 8",
                wireGbps(flow(bySegments, MOST)) / enough,
                Bound.NO_MORE);
        double fewer = wireGbps(flow(bySegments, ENOUGH - 1));
        result.claim(
                "8 segments are the absolute minimum: 7 bring less",
                fewer / enough,
                Bound.LESS,
                text("%.1f and %.1f Gb/s", fewer, enough));
    }

    private static void draw(Reproduction result, SequencedMap<Integer, Flow> bySegments) {
        Panel panel =
                result.figures()
                        .drawing(
                                "",
                                "D-RDMA, figure 15: packets from segments of the card's memory",
                                "Packets of 128 B with 70 B of headers. The card takes 4 B of each"
                                        + " segment per cycle, 322 million times per second.")
                        .curves("Bandwidth on the wire", "segments read in parallel", "Gb/s")
                        .linearY();
        bySegments.forEach((segments, flow) -> panel.ours("D-RDMA", segments, wireGbps(flow)));
        panel.paper("D-RDMA", ENOUGH, LINE_GBPS);
    }
}
