package dev.mangrove.reproduce.nam;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Point and range queries of the three designs over the number of clients, with even shares. */
public final class NamFig8 implements Experiment {
    static final long KEYS = 1_200_000;
    static final int[] CLIENTS = {10, 20, 40, 80, 140, 240};
    static final List<NamWork> WORKS =
            List.of(NamWork.A, NamWork.NARROW, NamWork.MIDDLE, NamWork.WIDE);

    private static final int FEW = 10;
    private static final double SATURATING_CLIENTS = 20;
    private static final double RANGE_PAGES = 1_600;
    private static final double RANGE_KEYS = 100_000;
    private static final double HEIGHT = 4;

    @Override
    public String name() {
        return "nam-fig8";
    }

    @Override
    public String what() {
        return "NAM trees, figure 8: throughput by number of clients, uniform data";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(Profile.named(profile == null ? NamText.PROFILE : profile), KEYS, CLIENTS);
    }

    static Reproduction run(Profile profile, long keys, int... clients) {
        NamCurves curves = new NamCurves();
        int most = clients[clients.length - 1];
        for (Design design : NamText.DESIGNS) {
            curves.measure(profile, NamSetup.of(design, false, keys, most), WORKS, clients);
        }
        Reproduction result = new Reproduction("nam-fig8");
        double alone = curves.rate(Design.COARSE, NamWork.A, FEW) / FEW;
        result.row(
                "clients that saturate coarse, points",
                SATURATING_CLIENTS,
                curves.peak(Design.COARSE, NamWork.A) / alone);
        result.row("levels of the tree", HEIGHT, curves.height(Design.FINE));
        result.row(
                "leaves of a range of 0.001 of 100 M keys",
                RANGE_PAGES,
                RANGE_KEYS / curves.keysPerLeaf());
        curves.draw(
                result.figures()
                        .drawing(
                                "",
                                "NAM trees, figure 8: throughput by number of clients, uniform"
                                        + " data",
                                "Coarse is first with few clients and stagnates beyond 20. Hybrid"
                                        + " is highest from 40 clients on; fine comes near it for"
                                        + " ranges, not for points."));
        curves.show(result, "");
        NamThroughput.claims(result, curves, WORKS, most);
        return NamText.scaled(result, keys);
    }
}
