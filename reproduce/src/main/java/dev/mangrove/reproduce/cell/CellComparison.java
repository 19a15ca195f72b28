package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.AccessMode;
import dev.mangrove.reproduce.Comparison;
import dev.mangrove.reproduce.Comparison.Side;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Cell beside our policy with all inner nodes cached: searches of one server, as in figure 6. */
public final class CellComparison {
    private static final String PAPER = "Cell";
    private static final String UNIT = "K/s";
    private static final List<CellSystem> PUBLISHED = List.of(CellSystem.SERVER, CellSystem.CELL);

    private static final List<Integer> CORES = List.of(1, 2, 4, 8);

    private CellComparison() {}

    /**
     * Compares on the published cluster's profile, or on another one.
     *
     * @param all whether with all numbers of cores, or with the first one
     */
    public static List<Comparison> run(@Nullable String name, int processes, boolean all) {
        Profile profile = Profile.named(name == null ? CellText.PROFILE : name);
        return (all ? CORES : CORES.subList(0, 1))
                .stream().map(cores -> compare(profile, processes, cores)).toList();
    }

    private static Comparison compare(Profile profile, int processes, int cores) {
        List<Side> published = new ArrayList<>();
        for (CellSystem system : PUBLISHED) {
            published.add(
                    CellServer.compared(
                            system.text(),
                            profile,
                            CellSetup.cached(system.mode(), cores, processes)));
        }
        Side ours =
                CellServer.compared(
                        "auto, all inner nodes cached",
                        profile,
                        CellSetup.cached(AccessMode.AUTO, cores, processes).withAllCached());
        return Comparison.of(
                PAPER,
                text("gets, %d core%s", cores, cores == 1 ? "" : "s"),
                UNIT,
                published,
                List.of(ours));
    }
}
