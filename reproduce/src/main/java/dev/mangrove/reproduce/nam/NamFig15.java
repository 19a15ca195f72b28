package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.nam.NamSetup.Place;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Clients on the memory servers' hosts, and on hosts of their own. */
public final class NamFig15 implements Experiment {
    private static final long KEYS = 1_200_000;
    private static final int CLIENTS = 80;
    private static final double LOCAL = 0.25;
    private static final List<Design> DESIGNS = List.of(Design.COARSE, Design.FINE);

    @Override
    public String name() {
        return "nam-fig15";
    }

    @Override
    public String what() {
        return "NAM trees, figure 15: effects of co-location, uniform data";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(Profile.named(profile == null ? NamText.PROFILE : profile), KEYS, CLIENTS);
    }

    static Reproduction run(Profile profile, long keys, int clients) {
        NamCurves apart = new NamCurves();
        NamCurves together = new NamCurves();
        for (Design design : DESIGNS) {
            NamSetup setup = NamSetup.of(design, false, keys, clients);
            apart.measure(profile, setup.withPlace(Place.APART), NamFig8.WORKS, clients);
            together.measure(profile, setup.withPlace(Place.TOGETHER), NamFig8.WORKS, clients);
        }
        Reproduction result = new Reproduction("nam-fig15");
        apart.show(result, "apart, ");
        together.show(result, "together, ");
        draw(result, apart, "apart");
        draw(result, together, "co-located");
        double least = Double.MAX_VALUE;
        double most = 0;
        for (Design design : DESIGNS) {
            for (NamWork work : NamFig8.WORKS) {
                NamPoint before = apart.at(design, work, clients);
                NamPoint after = together.at(design, work, clients);
                double gain = after.perSecond() / before.perSecond();
                least = Math.min(least, gain);
                most = Math.max(most, gain);
                result.row(
                        text("%s, %s: share of local accesses", design.text(), work.name()),
                        LOCAL,
                        1 - after.wireBytes() / before.wireBytes());
                result.claim(
                        text("%s, %s: co-location gains", design.text(), work.name()),
                        gain,
                        Bound.MORE);
            }
        }
        result.claim(
                "all gains are similar: the largest to the least",
                most / least,
                Bound.SAME,
                text("%.2f to %.2f times", least, most));
        highest(result, together, clients);
        return NamText.scaled(result, keys);
    }

    private static void draw(Reproduction result, NamCurves curves, String place) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "NAM trees, figure 15: clients and servers on the same machines",
                                "A quarter of the accesses becomes local, and all workloads gain"
                                        + " about the same. Coarse is highest for points, fine for"
                                        + " ranges.");
        curves.forEach(
                (design, work, point) ->
                        drawing.bars(work.name(), "", "operations per second")
                                .ours(place, design.text(), point.perSecond()));
    }

    private static void highest(Reproduction result, NamCurves together, int clients) {
        for (NamWork work : NamFig8.WORKS) {
            Design expected = work.isRange() ? Design.FINE : Design.COARSE;
            Design other = work.isRange() ? Design.COARSE : Design.FINE;
            result.claim(
                    text("%s: %s is higher when co-located", work.name(), expected.text()),
                    together.ratio(expected, other, work, clients),
                    Bound.MORE);
        }
    }
}
