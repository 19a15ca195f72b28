package dev.mangrove.check.bytes;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.SeedResult;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A few processes that replace values of a small tree of byte strings in place, while threads of
 * its server change, split and merge its pages. Processes step in between each other's loads and
 * stores, and die in the middle of changes. The promises: each key is linearizable, the tree stays
 * sound, and when all processes have ended each extent is in the tree or free.
 *
 * <p>The check with servers hardly ever kills a client between two stores of a put.
 */
public final class SwapsCheck implements CheckTarget {
    /** The check's name on the command line. */
    public static final String NAME = "swaps";

    private static final long SALT = 0x7377617073L;

    private final InPlaceMode mode;

    /**
     * The check.
     *
     * @param mode whether stores become visible late; all processes work in place in any case
     */
    public SwapsCheck(InPlaceMode mode) {
        if (mode.isByVerbs()) {
            throw new IllegalArgumentException(
                    "values are swapped in place: --by-verbs does not go with this check");
        }
        this.mode = mode;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String options() {
        return mode == InPlaceMode.BUFFERED ? "--store-buffers" : "";
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        InPlaceMode drawn = mode == InPlaceMode.BUFFERED ? mode : InPlaceMode.ALWAYS;
        Interleaving interleaving = Objects.requireNonNull(drawn.draw(lots));
        Findings findings = new Findings();
        Coverage.begin();
        try (SimCluster cluster =
                new SimCluster(Profile.named("base"), seed, Faults.NONE, 0, lines)) {
            cluster.interleave(interleaving);
            boolean mortal = faults.has(Faults.Kind.CLIENT_CRASH);
            SwapsTrial trial = new SwapsTrial(cluster, lots, mortal, findings);
            trial.run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    trial.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(cluster, fault -> false, branch -> false),
                    trial.history());
        }
    }
}
