package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Points and ranges over the number of memory servers, with even shares and skewed ones. */
public final class NamFig11 implements Experiment {
    private static final long KEYS = 1_200_000;
    private static final int CLIENTS = 120;
    private static final int[] SERVERS = {1, 2, 4, 8};
    private static final NamWork RANGES = NamWork.MIDDLE;
    private static final List<NamWork> WORKS = List.of(NamWork.A, RANGES);

    @Override
    public String name() {
        return "nam-fig11";
    }

    @Override
    public String what() {
        return "NAM trees, figure 11: throughput by number of memory servers";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(Profile.named(profile == null ? NamText.PROFILE : profile), KEYS, CLIENTS);
    }

    static Reproduction run(Profile profile, long keys, int clients) {
        Reproduction result = new Reproduction("nam-fig11");
        for (boolean skewed : new boolean[] {false, true}) {
            List<NamCurves> byServers = new ArrayList<>();
            for (int servers : SERVERS) {
                NamCurves curves = new NamCurves();
                for (Design design : NamText.DESIGNS) {
                    NamSetup setup =
                            NamSetup.of(design, skewed, keys, clients).withServers(servers);
                    curves.measure(profile, setup, WORKS, clients);
                }
                byServers.add(curves);
                draw(result, curves, servers, skewed);
                curves.show(
                        result, text("%d servers, %s, ", servers, skewed ? "skewed" : "uniform"));
            }
            for (Design design : NamText.DESIGNS) {
                for (NamWork work : WORKS) {
                    claim(result, byServers, design, work, skewed, clients);
                }
            }
        }
        return NamText.scaled(result, keys)
                .note("beyond 4 servers each further one has half of the skewed share before it");
    }

    private static void draw(Reproduction result, NamCurves curves, int servers, boolean skewed) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "NAM trees, figure 11: throughput by number of memory servers",
                                "With uniform data all designs use more servers. With skewed data"
                                        + " coarse does not, hybrid does for ranges only, and fine"
                                        + " always does.");
        curves.forEach(
                (design, work, point) ->
                        drawing.curves(
                                        work.name() + (skewed ? ", skewed" : ", uniform"),
                                        "memory servers",
                                        "operations per second")
                                .logX()
                                .ours(design.text(), servers, point.perSecond()));
    }

    private static void claim(
            Reproduction result,
            List<NamCurves> byServers,
            Design design,
            NamWork work,
            boolean skewed,
            int clients) {
        double least = Double.MAX_VALUE;
        for (int i = 1; i < byServers.size(); i++) {
            least =
                    Math.min(
                            least,
                            byServers.get(i).rate(design, work, clients)
                                    / byServers.get(i - 1).rate(design, work, clients));
        }
        double growth =
                byServers.getLast().rate(design, work, clients)
                        / byServers.getFirst().rate(design, work, clients);
        boolean usesAll =
                design == Design.FINE || !skewed || (design == Design.HYBRID && work.isRange());
        String what = text("%s, %s, %s", design.text(), work.name(), skewed ? "skewed" : "uniform");
        if (usesAll) {
            result.claim(
                    what + ": makes use of all servers: each doubling, at least",
                    least,
                    Bound.MORE,
                    text("8 servers do %.2f times the work of 1", growth));
        } else {
            result.claim(
                    what + ": does not benefit from more servers: 8 to 1", growth, Bound.NO_MORE);
        }
    }
}
