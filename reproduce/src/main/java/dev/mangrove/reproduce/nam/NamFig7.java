package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.IntStream;

/** The same as figure 8 with keys shared out by 80, 12, 5 and 3 %, beside evenly shared ones. */
public final class NamFig7 implements Experiment {
    private static final double SKEWED_TO_UNIFORM = 0.8;
    private static final double SAME = 0.1;
    private static final double DECLINE = 0.98;
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
                    work.name() + ": coarse, skewed to uniform",
                    SKEWED_TO_UNIFORM,
                    change(skewed, uniform, Design.COARSE, work));
        }
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
                text(
                        "coarse declines under high load for points: %.2f M/s at best, %.2f with"
                                + " %d clients",
                        peak / 1e6, last / 1e6, most),
                last < DECLINE * peak);
    }

    private static void staysTheSame(
            Reproduction result, NamCurves skewed, NamCurves uniform, Design design) {
        for (NamWork work : NamFig8.WORKS) {
            if (work.isRange()) {
                double change = change(skewed, uniform, design, work);
                result.claim(
                        text(
                                "%s, %s: the same skewed and uniform: %.2f times",
                                design.text(), work.name(), change),
                        Math.abs(change - 1) < SAME);
            }
        }
    }
}
