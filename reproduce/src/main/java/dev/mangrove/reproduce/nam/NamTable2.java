package dev.mangrove.reproduce.nam;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.nam.NamModel.Load;
import dev.mangrove.reproduce.nam.NamModel.Scheme;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/**
 * Compares the analytic model for 2 to 64 servers with simulated traffic of fine- and
 * coarse-grained indexes.
 */
public final class NamTable2 implements Experiment {
    private static final int[] SERVERS = {2, 4, 8, 16, 32, 64};

    @Override
    public String name() {
        return "nam-table2";
    }

    @Override
    public String what() {
        return "NAM trees, table 2 and figure 3: highest throughput by distribution and servers";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "nam-model" : name);
        Reproduction result = new Reproduction(name());
        for (boolean range : new boolean[] {true, false}) {
            for (boolean skewed : new boolean[] {false, true}) {
                for (Scheme scheme : Scheme.values()) {
                    if (range || scheme != Scheme.COARSE_HASH) {
                        rows(result, profile, scheme, range, skewed);
                    }
                }
            }
        }
        return result;
    }

    private static void rows(
            Reproduction result, Profile profile, Scheme scheme, boolean range, boolean skewed) {
        double first = 0;
        double last = 0;
        for (int servers : SERVERS) {
            Load load = new Load(scheme, range, skewed, servers);
            last =
                    scheme == Scheme.FINE
                            ? NamFine.run(profile, load)
                            : NamCoarse.run(profile, load);
            panel(result, load)
                    .ours(name(scheme), servers, last)
                    .paper(name(scheme), servers, load.queriesPerSecond());
            first = first == 0 ? last : first;
            result.row(
                    describe(load) + ", " + servers + " servers, queries/s",
                    load.queriesPerSecond(),
                    last);
        }
        boolean scales = scheme == Scheme.FINE || !skewed;
        double added = (double) SERVERS[SERVERS.length - 1] / SERVERS[0];
        String what = describe(new Load(scheme, range, skewed, SERVERS[0]));
        if (scales) {
            result.claim(
                    what + " scales with servers: growth from 2 to 64, to that of servers",
                    last / first / added,
                    Bound.IN_PROPORTION);
        } else {
            result.claim(
                    what + " does not scale with servers: 64 to 2", last / first, Bound.NO_MORE);
        }
    }

    private static Panel panel(Reproduction result, Load load) {
        return result.figures()
                .drawing(
                        "",
                        "NAM trees, figure 3: highest throughput by number of servers",
                        "Without skew all schemes scale; with skew only fine, whose pages are on"
                            + " all servers. Published is the paper's analytic model. Without skew"
                            + " curves coincide, and so do those of coarse ranges with it.")
                .curves(
                        (load.range() ? "ranges, " : "points, ")
                                + (load.skewed() ? "skewed" : "uniform"),
                        "memory servers",
                        "queries per second")
                .logX();
    }

    private static String name(Scheme scheme) {
        return scheme.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String describe(Load load) {
        return name(load.scheme())
                + (load.range() ? " range" : " point")
                + (load.skewed() ? " skewed" : " uniform");
    }
}
