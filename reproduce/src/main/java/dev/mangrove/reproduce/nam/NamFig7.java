package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.IntStream;

/** Figure 8 with 80, 12, 5 and 3 % of the keys per server, compared with even shares. */
public final class NamFig7 implements Experiment {
    private static final double LOST_PERCENT = 20;
    private static final int SATURATED = 40;

    @Override
    public String name() {
        return "nam-fig7";
    }

    @Override
    public String what() {
        return "NAM trees, figure 7: throughput by number of clients, skewed data";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(
                Profile.named(profile == null ? NamText.PROFILE : profile),
                NamFig8.KEYS,
                NamFig8.CLIENTS);
    }

    static Reproduction run(Profile profile, long keys, int... clients) {
        NamCurves skewed = new NamCurves();
        NamCurves uniform = new NamCurves();
        int most = clients[clients.length - 1];
        int[] many = IntStream.of(clients).filter(n -> n == SATURATED || n == most).toArray();
        for (Design design : NamText.DESIGNS) {
            skewed.measure(profile, NamSetup.of(design, true, keys, most), NamFig8.WORKS, clients);
            uniform.measure(profile, NamSetup.of(design, false, keys, most), NamFig8.WORKS, many);
        }
        Reproduction result = new Reproduction("nam-fig7");
        for (NamWork work : NamFig8.WORKS) {
            result.row(
                    work.name() + ": what coarse loses by skew, %",
                    LOST_PERCENT,
                    100 * (1 - change(skewed, uniform, Design.COARSE, work)));
        }
        skewed.draw(
                result.figures()
                        .drawing(
                                "",
                                "NAM trees, figure 7: throughput by number of clients, skewed data",
                                "One server has 80 % of the keys: coarse stagnates at about its"
                                    + " pace. Hybrid is highest from 40 clients on; fine comes near"
                                    + " it for ranges, not for points."));
        skewed.show(result, "skewed, ");
        uniform.show(result, "uniform, ");
        NamThroughput.claims(result, skewed, NamFig8.WORKS, most);
        declines(result, skewed, most);
        for (Design design : List.of(Design.FINE, Design.HYBRID)) {
            staysTheSame(result, skewed, uniform, design);
        }
        return NamText.scaled(result, keys);
    }

    private static double change(NamCurves skewed, NamCurves uniform, Design design, NamWork work) {
        return NamCurves.mean(
                IntStream.of(uniform.clientsAbove(design, work, 0))
                        .mapToDouble(
                                n -> skewed.rate(design, work, n) / uniform.rate(design, work, n))
                        .toArray());
    }

    private static void declines(Reproduction result, NamCurves skewed, int most) {
        double peak = skewed.peak(Design.COARSE, NamWork.A);
        double last = skewed.rate(Design.COARSE, NamWork.A, most);
        result.claim(
                text("A, points: coarse declines under high load: %d clients to its peak", most),
                last / peak,
                Bound.LESS,
                text("%.2f and %.2f M/s", last / 1e6, peak / 1e6));
    }

    private static void staysTheSame(
            Reproduction result, NamCurves skewed, NamCurves uniform, Design design) {
        for (NamWork work : NamFig8.WORKS) {
            if (work.isRange()) {
                result.claim(
                        text(
                                "%s, %s: the same throughput skewed and uniform",
                                design.text(), work.name()),
                        change(skewed, uniform, design, work),
                        Bound.SAME);
            }
        }
    }
}
