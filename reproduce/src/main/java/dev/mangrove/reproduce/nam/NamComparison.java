package dev.mangrove.reproduce.nam;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.reproduce.Comparison;
import dev.mangrove.reproduce.Comparison.Side;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The designs of the NAM paper beside our design sherman, whose clients cache inner pages. */
public final class NamComparison {
    private static final String PAPER = "NAM";
    private static final String UNIT = "K/s";
    private static final List<NamWork> WORKS = List.of(NamWork.A, NamWork.NARROW);

    private NamComparison() {}

    /**
     * Compares on the published cluster's profile, or on another one.
     *
     * @param all whether also with skewed data
     */
    public static List<Comparison> run(@Nullable String name, long keys, int clients, boolean all) {
        Profile profile = Profile.named(name == null ? NamText.PROFILE : name);
        List<Comparison> made = new ArrayList<>(run(profile, false, keys, clients));
        if (all) {
            made.addAll(run(profile, true, keys, clients));
        }
        return made;
    }

    private static List<Comparison> run(Profile profile, boolean skewed, long keys, int clients) {
        Map<NamWork, List<Side>> published = new LinkedHashMap<>();
        for (Design design : NamText.DESIGNS) {
            measure(profile, NamSetup.of(design, skewed, keys, clients), design.text(), published);
        }
        Map<NamWork, List<Side>> tried = new LinkedHashMap<>();
        NamSetup setup =
                NamSetup.of(Design.SHERMAN, skewed, keys, clients).withView(ViewOptions.DEFAULT);
        measure(profile, setup, "sherman, inner pages cached", tried);
        List<Comparison> all = new ArrayList<>();
        published.forEach(
                (work, sides) ->
                        all.add(
                                Comparison.of(
                                        PAPER,
                                        work.name() + (skewed ? ", skewed" : ", uniform"),
                                        UNIT,
                                        sides,
                                        tried.getOrDefault(work, List.of()))));
        return all;
    }

    private static void measure(
            Profile profile, NamSetup setup, String name, Map<NamWork, List<Side>> into) {
        try (NamCluster cluster = new NamCluster(profile, setup)) {
            for (NamWork work : WORKS) {
                NamPoint point = cluster.measure(work, setup.clients());
                into.computeIfAbsent(work, none -> new ArrayList<>())
                        .add(new Side(name, point.perSecond() / 1e3, point.usage()));
            }
        }
    }
}
