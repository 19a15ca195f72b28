package dev.mangrove.check.page;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.ordered.OrderedCheck;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.index.probe.RareBranch;
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
 * A few processes on one ordered tree of a few pages, in place and without servers: they meet in a
 * page all the time, step in between each other's loads and stores, and die in the middle of
 * changes. The promises are those of {@link OrderedCheck}. A run takes a small part of the time of
 * one with servers and clients.
 */
public final class PagesCheck implements CheckTarget {
    /** What runs consist of. */
    public enum Kind {
        /** Everything. */
        PAGES,
        /** Short runs with a bulk load each. */
        LOADS,
        /** Short runs in which processes empty neighbouring pages and die while they merge. */
        MERGES,
        /** Slots of a page or two change their keys while other processes read ranges. */
        RANGES,
        /** The same while other processes get several keys at once, in the lines of these. */
        GETS,
        /** Pages are freed and used again all the time, while processes have old pointers. */
        REUSE,
        /** A card copies pages line by line while processes split and merge them. */
        COPIES,
        /** Processes count keys, mostly by stamps of leaves, while others split and merge these. */
        COUNTS,
        /** Threads of one process share a handle that has fewer views than threads. */
        HANDLES,
        /** Everything, with byte strings as keys. */
        STRING_PAGES,
        /** As {@link #MERGES}, with byte strings as keys. */
        STRING_MERGES,
        /** As {@link #RANGES}, with byte strings as keys. */
        STRING_RANGES,
        /** As {@link #COPIES}, with byte strings as keys. */
        STRING_COPIES;

        /** The name on the command line. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The kind with a name, if there is one. */
        public static Optional<Kind> named(String name) {
            return Arrays.stream(values()).filter(kind -> kind.text().equals(name)).findAny();
        }
    }

    private static final long SALT = 0x7061676573L;

    private final InPlaceMode mode;
    private final Kind kind;

    /**
     * The check.
     *
     * @param mode whether stores become visible late; all processes work in place in any case
     */
    public PagesCheck(Kind kind, InPlaceMode mode) {
        if (mode.isByVerbs()) {
            throw new IllegalArgumentException(
                    "pages are used in place: --by-verbs does not go with this check");
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

    private PagesPlan plan(SplittableRandom lots) {
        return switch (kind) {
            case PAGES -> PagesPlan.draw(lots);
            case LOADS -> PagesPlan.drawLoad(lots);
            case MERGES -> PagesPlan.drawMerges(lots);
            case RANGES -> PagesPlan.drawRanges(lots);
            case GETS -> PagesPlan.drawGets(lots);
            case REUSE -> PagesPlan.drawReuse(lots);
            case COPIES -> PagesPlan.drawCopies(lots);
            case COUNTS -> PagesPlan.drawCounts(lots);
            case HANDLES -> PagesPlan.drawHandles(lots);
            case STRING_PAGES -> PagesPlan.draw(lots).ofStrings();
            case STRING_MERGES -> PagesPlan.drawMerges(lots).ofStrings();
            case STRING_RANGES -> PagesPlan.drawRanges(lots).ofStrings();
            case STRING_COPIES -> PagesPlan.drawCopies(lots).ofStrings();
        };
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        InPlaceMode drawn = mode == InPlaceMode.BUFFERED ? mode : InPlaceMode.ALWAYS;
        Interleaving interleaving = Objects.requireNonNull(drawn.draw(lots));
        PagesPlan plan = plan(lots);
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal = new OrderedJournal(findings, false, false, lines);
        try (SimCluster cluster =
                new SimCluster(Profile.named("base"), seed, Faults.NONE, 0, lines)) {
            cluster.interleave(interleaving);
            boolean mortal = faults.has(Faults.Kind.CLIENT_CRASH);
            new PagesTrial(cluster, plan, mortal, journal, new PageStrings(lots)).run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    journal.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(cluster, fault -> false, this::canTake),
                    journal.everything());
        }
    }

    /** Whether runs are made for a recovery; those of all kinds count for the whole. */
    private boolean canTake(RareBranch branch) {
        return switch (branch) {
            case LOAD_COMPLETED, LOAD_UNDONE -> kind == Kind.LOADS;
            case SPLIT_FINISHED,
                    MERGE_COMPLETED,
                    MERGE_UNDONE,
                    MERGE_GIVEN_UP,
                    SPARSE_LEAF_MERGED,
                    CHANGE_REPEATED ->
                    kind == Kind.MERGES || kind == Kind.STRING_MERGES;
            case SCAN_REPEATED -> kind == Kind.RANGES || kind == Kind.STRING_RANGES;
            case COUNT_REPEATED -> kind == Kind.COUNTS;
            default -> false;
        };
    }
}
