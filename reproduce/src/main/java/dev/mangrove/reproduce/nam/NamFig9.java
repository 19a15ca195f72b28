package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What the designs bring over the servers' wires for figure 7's workloads. */
public final class NamFig9 implements Experiment {
    private static final int CLIENTS = 240;
    private static final NamWork RANGES = NamWork.MIDDLE;
    private static final double FIRST_SHARE = 0.8;
    private static final double MORE = 2;
    private static final double NO_OVERHEAD = 1.1;
    private static final double EVEN = 0.2;

    @Override
    public String name() {
        return "nam-fig9";
    }

    @Override
    public String what() {
        return "NAM trees, figure 9: use of the network, skewed data";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(
                Profile.named(profile == null ? NamText.PROFILE : profile), NamFig8.KEYS, CLIENTS);
    }

    static Reproduction run(Profile profile, long keys, int clients) {
        NamCurves curves = new NamCurves();
        for (Design design : NamText.DESIGNS) {
            curves.measure(
                    profile,
                    NamSetup.of(design, true, keys, clients),
                    List.of(NamWork.A, RANGES),
                    clients);
        }
        Reproduction result = new Reproduction("nam-fig9");
        result.row(
                "share of coarse's bytes at the first server, points",
                FIRST_SHARE,
                curves.at(Design.COARSE, NamWork.A, clients).largestShare());
        curves.show(result, "");
        points(result, curves, clients);
        ranges(result, curves, clients);
        return NamText.scaled(result, keys);
    }

    private static void points(Reproduction result, NamCurves curves, int clients) {
        double coarse = curves.at(Design.COARSE, NamWork.A, clients).bytesPerOperation();
        double fine = curves.at(Design.FINE, NamWork.A, clients).bytesPerOperation();
        double hybrid = curves.at(Design.HYBRID, NamWork.A, clients).bytesPerOperation();
        result.claim(
                text(
                        "a point query of fine moves more than one of hybrid and coarse: %.0f, %.0f"
                                + " and %.0f bytes",
                        fine, hybrid, coarse),
                fine > MORE * hybrid && fine > MORE * coarse);
        result.claim(
                text(
                        "one of hybrid moves one page more than one of coarse: %.0f bytes",
                        hybrid - coarse),
                hybrid > coarse && hybrid - coarse < fine / 2);
    }

    private static void ranges(Reproduction result, NamCurves curves, int clients) {
        double fine = curves.at(Design.FINE, RANGES, clients).bytesPerOperation();
        double hybrid = curves.at(Design.HYBRID, RANGES, clients).bytesPerOperation();
        result.claim(
                text(
                        "inner pages add no noticeable overhead to ranges: fine moves %.2f times as"
                                + " much as hybrid",
                        fine / hybrid),
                fine / hybrid < NO_OVERHEAD);
        for (Design design : List.of(Design.FINE, Design.HYBRID)) {
            NamPoint point = curves.at(design, RANGES, clients);
            result.claim(
                    text(
                            "%s uses the bandwidth of all servers for ranges: %.1f GB/s, %.0f %% at"
                                    + " the least busy of 4",
                            design.text(),
                            point.bytesPerSecond() / 1e9,
                            100 * point.smallestShare()),
                    point.smallestShare() > EVEN);
        }
        NamPoint coarse = curves.at(Design.COARSE, RANGES, clients);
        result.claim(
                text(
                        "coarse is limited by one server: %.0f %% of %.1f GB/s",
                        100 * coarse.largestShare(), coarse.bytesPerSecond() / 1e9),
                coarse.largestShare() > 0.5
                        && coarse.bytesPerSecond()
                                < curves.at(Design.HYBRID, RANGES, clients).bytesPerSecond());
    }
}
