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

/** Network traffic of the designs under figure 7's workloads. */
public final class NamFig9 implements Experiment {
    private static final int CLIENTS = 240;
    private static final NamWork RANGES = NamWork.MIDDLE;
    private static final double FIRST_SHARE = 0.8;

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
        curves.forEach((design, work, point) -> draw(result, design, work, point));
        points(result, curves, clients);
        ranges(result, profile, curves, clients);
        return NamText.scaled(result, keys);
    }

    private static void draw(Reproduction result, Design design, NamWork work, NamPoint point) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "NAM trees, figure 9: use of the network, skewed data, 240 clients",
                                "Coarse loads the first server, which has 80 % of the keys. Fine"
                                    + " moves several pages for a point, one of them the root at"
                                    + " the first server. For ranges fine and hybrid use all"
                                    + " servers alike.");
        for (int i = 0; i < point.serverBytes().size(); i++) {
            drawing.bars(work.name(), "", "GB/s of a server, both ways")
                    .linearY()
                    .ours("server " + (i + 1), design.text(), point.serverBytes().get(i) / 1e9);
        }
    }

    private static void points(Reproduction result, NamCurves curves, int clients) {
        double coarse = curves.at(Design.COARSE, NamWork.A, clients).bytesPerOperation();
        double fine = curves.at(Design.FINE, NamWork.A, clients).bytesPerOperation();
        double hybrid = curves.at(Design.HYBRID, NamWork.A, clients).bytesPerOperation();
        result.claim(
                "a point query of fine moves more bytes than one of hybrid or coarse: at least",
                fine / Math.max(hybrid, coarse),
                Bound.MORE,
                text("%.0f, %.0f and %.0f bytes", fine, hybrid, coarse));
        result.claim(
                "a point query of hybrid moves one page more than one of coarse: to a page",
                (hybrid - coarse) / NamSetup.PAGE_BYTES,
                Bound.SAME,
                text("%.0f bytes more", hybrid - coarse));
    }

    private static void ranges(
            Reproduction result, Profile profile, NamCurves curves, int clients) {
        double fine = curves.at(Design.FINE, RANGES, clients).bytesPerOperation();
        double hybrid = curves.at(Design.HYBRID, RANGES, clients).bytesPerOperation();
        result.claim(
                "inner pages add no noticeable overhead to ranges: bytes of fine to hybrid",
                fine / hybrid,
                Bound.NO_MORE);
        for (Design design : List.of(Design.FINE, Design.HYBRID)) {
            NamPoint point = curves.at(design, RANGES, clients);
            result.claim(
                    design.text()
                            + " uses all servers for ranges: the least busy one to an even share",
                    point.smallestShare() * point.serverBytes().size(),
                    Bound.SAME,
                    text("%.1f GB/s in all", point.bytesPerSecond() / 1e9));
        }
        NamPoint coarse = curves.at(Design.COARSE, RANGES, clients);
        double busiest = coarse.largestShare() * coarse.bytesPerSecond();
        double link = NamSetup.linkBytesPerSecond(profile);
        result.claim(
                "coarse is limited by the bandwidth of one server for ranges: use of its link",
                busiest / link,
                Bound.BUSY,
                text("%.1f of %.1f GB/s", busiest / 1e9, link / 1e9));
    }
}
