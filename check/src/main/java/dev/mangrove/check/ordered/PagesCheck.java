package dev.mangrove.check.ordered;

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
 * A few processes on one ordered tree of a few pages, in place and without servers: they meet in a
 * page all the time, step in between each other's loads and stores, and die in the middle of
 * changes. The promises are those of {@link OrderedCheck}. A run takes a small part of the time of
 * one with servers and clients.
 */
public final class PagesCheck implements CheckTarget {
    /** Name on the command line. */
    public static final String NAME = "pages";

    /** Name of the check whose runs are short and have a bulk load each. */
    public static final String LOADS = "loads";

    private static final long SALT = 0x7061676573L;

    private final InPlaceMode mode;
    private final boolean loads;

    /**
     * The check.
     *
     * @param loads whether runs are short and have a bulk load each
     * @param mode whether stores become visible late; all processes work in place in any case
     */
    public PagesCheck(boolean loads, InPlaceMode mode) {
        if (mode == InPlaceMode.NEVER) {
            throw new IllegalArgumentException(
                    "pages are used in place: --by-verbs does not go with this check");
        }
        this.loads = loads;
        this.mode = mode;
    }

    @Override
    public String name() {
        return loads ? LOADS : NAME;
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
        PagesPlan plan = loads ? PagesPlan.drawLoad(lots) : PagesPlan.draw(lots);
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal = new OrderedJournal(findings, false, false, lines);
        try (SimCluster cluster =
                new SimCluster(Profile.named("base"), seed, Faults.NONE, 0, lines)) {
            cluster.interleave(interleaving);
            boolean mortal = faults.has(Faults.Kind.CLIENT_CRASH);
            new PagesTrial(cluster, plan, mortal, journal).run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    journal.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(cluster, fault -> false, branch -> false),
                    journal.everything());
        }
    }
}
