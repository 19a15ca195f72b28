package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Points and wide ranges over three sizes of data, each ten times the last. */
public final class NamFig10 implements Experiment {
    private static final long SMALLEST = 30_000;
    private static final int GROWTH = 10;
    private static final int CLIENTS = 240;
    private static final NamWork RANGES = NamWork.WIDE;

    @Override
    public String name() {
        return "nam-fig10";
    }

    @Override
    public String what() {
        return "NAM trees, figure 10: throughput by data size, uniform data";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(Profile.named(profile == null ? NamText.PROFILE : profile), SMALLEST, CLIENTS);
    }

    static Reproduction run(Profile profile, long smallest, int clients) {
        NamCurves[] bySize = {new NamCurves(), new NamCurves(), new NamCurves()};
        long keys = smallest;
        for (NamCurves curves : bySize) {
            for (Design design : NamText.DESIGNS) {
                curves.measure(
                        profile,
                        NamSetup.of(design, false, keys, clients),
                        design == Design.COARSE
                                ? List.of(NamWork.A) // The paper shows no ranges of coarse.
                                : List.of(NamWork.A, RANGES),
                        clients);
            }
            keys *= GROWTH;
        }
        Reproduction result = new Reproduction("nam-fig10");
        for (int i = 0; i < bySize.length; i++) {
            bySize[i].show(result, text("size %d of 3, ", i + 1));
            draw(result, bySize[i], smallest * Math.pow(GROWTH, i));
        }
        for (Design design : NamText.DESIGNS) {
            points(result, bySize, design, clients);
        }
        for (Design design : List.of(Design.FINE, Design.HYBRID)) {
            ranges(result, bySize, design, clients);
            networkBound(result, profile, bySize[2].at(design, RANGES, clients), design);
        }
        return result.note(
                text(
                        "%.2f M, %.1f M and %.0f M keys instead of 10 M, 100 M and 1 B",
                        smallest / 1e6, smallest * 10 / 1e6, smallest * 100 / 1e6));
    }

    private static void draw(Reproduction result, NamCurves curves, double size) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "NAM trees, figure 10: throughput by data size, 240 clients",
                                "More data costs points a level of the tree: up to a third here,"
                                    + " little in the paper. A range of a tenth of the data returns"
                                    + " as much more as there is. The paper has 10 M to 1 B keys.");
        curves.forEach(
                (design, work, point) ->
                        drawing.curves(work.name(), "keys", "operations per second")
                                .logX()
                                .ours(design.text(), size, point.perSecond()));
    }

    private static void points(
            Reproduction result, NamCurves[] bySize, Design design, int clients) {
        double first = bySize[0].rate(design, NamWork.A, clients);
        double least = Double.MAX_VALUE;
        for (NamCurves curves : bySize) {
            least = Math.min(least, curves.rate(design, NamWork.A, clients) / first);
        }
        result.claim(
                design.text() + ": points drop minimally with more data: any size to the smallest",
                least,
                Bound.NO_LESS,
                text("%.2f M/s with the smallest", first / 1e6));
    }

    private static void ranges(
            Reproduction result, NamCurves[] bySize, Design design, int clients) {
        result.claim(
                design.text() + ": ranges drop significantly with a hundred times the data",
                drop(bySize, design, RANGES, clients),
                Bound.MUCH_LESS);
    }

    private static void networkBound(
            Reproduction result, Profile profile, NamPoint point, Design design) {
        double available = point.serverBytes().size() * NamSetup.linkBytesPerSecond(profile);
        result.claim(
                design.text() + ": ranges are bound by the network: use of all servers' links",
                point.bytesPerSecond() / available,
                Bound.BUSY,
                text("%.1f of %.1f GB/s", point.bytesPerSecond() / 1e9, available / 1e9));
    }

    private static double drop(NamCurves[] bySize, Design design, NamWork work, int clients) {
        return bySize[2].rate(design, work, clients) / bySize[0].rate(design, work, clients);
    }
}
