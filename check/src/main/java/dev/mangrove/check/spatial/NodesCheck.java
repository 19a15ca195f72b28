package dev.mangrove.check.spatial;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The threads of a process on one R-tree of a few pages, without messages: they meet in a page all
 * the time, step in between each other's loads and stores, and a change may break off with an
 * Error. The promises are those of {@link SpatialCheck}. After an Error the tree refuses changes,
 * and searches still find all objects.
 */
public final class NodesCheck implements CheckTarget {
    /** What runs consist of. */
    public enum Kind {
        /** Everything. */
        NODES,
        /** Pages die and are used again all the time, while a card copies them. */
        DEATHS,
        /** A change of a page breaks off at one of its stores, in a tree that has all objects. */
        ABORTS;

        /** The name on the command line. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The kind with a name, if there is one. */
        public static Optional<Kind> named(String name) {
            return Arrays.stream(values()).filter(kind -> kind.text().equals(name)).findAny();
        }
    }

    private static final long SALT = 0x6e6f646573L;
    private static final int CORES = 4;

    private final Kind kind;
    private final InPlaceMode mode;

    /**
     * The check.
     *
     * @param mode whether stores become visible late; all threads work in place in any case
     */
    public NodesCheck(Kind kind, InPlaceMode mode) {
        if (mode.isByVerbs()) {
            throw new IllegalArgumentException(
                    "nodes are used in place: --by-verbs does not go with this check");
        }
        this.kind = kind;
        this.mode = mode;
    }

    @Override
    public String name() {
        return kind.text();
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
        NodesPlan plan = NodesPlan.draw(kind, lots);
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal = new OrderedJournal(findings, false, false, lines);
        Profile profile = Profile.named("base").with("host.cores", CORES);
        try (SimCluster cluster = new SimCluster(profile, seed, Faults.NONE, 0, lines)) {
            cluster.interleave(interleaving);
            boolean fails = faults.has(Faults.Kind.CLIENT_CRASH);
            NodesTrial trial = new NodesTrial(cluster, plan, fails, journal);
            int undecided = trial.run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    undecided,
                    cluster.trace().hash(),
                    Coverage.of(cluster, fault -> false, branch -> false),
                    trial.history().operations());
        }
    }
}
