package dev.mangrove.check;

import dev.mangrove.check.history.History;
import dev.mangrove.cli.report.Progress;
import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Runs a check for a series of seeds. */
public final class CheckRun {
    private static final long HASH_MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final CheckTarget target;
    private final Faults faults;
    private final TreeMap<String, Long> kinds = new TreeMap<>();
    private long seeds;
    private long operations;
    private long violations;
    private long undecided;
    private long hash;
    private @Nullable Long firstUndecidedSeed;
    private @Nullable Long firstBadSeed;
    private List<String> firstViolations = List.of();
    private History history = new History(0);
    private Coverage coverage = Coverage.NONE;

    /** Creates a series of the given check under the given faults. */
    public CheckRun(CheckTarget target, Faults faults) {
        this.target = target;
        this.faults = faults;
    }

    /** Runs {@code number} seeds from {@code firstSeed} on. */
    public CheckReport run(long firstSeed, long number) {
        try (Progress progress = Progress.of("check " + target.name(), number)) {
            for (long seed = firstSeed; seed < firstSeed + number; seed++) {
                runOne(seed);
                progress.advance(1);
            }
        }
        return report();
    }

    /**
     * Runs one seed.
     *
     * @throws IllegalStateException if the check itself failed, with the command that repeats it
     */
    public void runOne(long seed) {
        SeedResult result;
        try {
            result = target.run(seed, faults, null);
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    e.getMessage() + "; the check failed, again with: " + replayCommand(seed), e);
        }
        take(seed, result);
    }

    /** Runs one seed and writes down all that happens. */
    CheckReport replay(long seed, @Nullable Consumer<String> lines) {
        take(seed, target.run(seed, faults, lines));
        return report();
    }

    /** The command that runs one seed again. */
    public String replayCommand(long seed) {
        return "./mangrove check "
                + target.name()
                + (target.options().isEmpty() ? "" : " " + target.options())
                + " --seed "
                + seed
                + " --faults "
                + faults
                + " --trace";
    }

    /** Runs so far. */
    public long seeds() {
        return seeds;
    }

    /** Whether no promise was broken so far. */
    public boolean isGood() {
        return violations == 0;
    }

    /** Operations of the seed that was run last. */
    public History history() {
        return history;
    }

    private void take(long seed, SeedResult result) {
        seeds++;
        kinds.merge(target.kind(seed, faults), 1L, Long::sum);
        operations += result.operations();
        violations += result.violations().size();
        undecided += result.undecided();
        hash = (hash ^ result.traceHash()) * HASH_MULTIPLIER;
        history = result.history();
        coverage = coverage.plus(result.coverage());
        if (firstUndecidedSeed == null && result.undecided() > 0) {
            firstUndecidedSeed = seed;
        }
        if (firstBadSeed == null && !result.violations().isEmpty()) {
            firstBadSeed = seed;
            firstViolations = result.violations();
        }
    }

    /** What the runs so far have shown. */
    public CheckReport report() {
        boolean isDue = faults.equals(Faults.ALL) && seeds >= target.seedsForCoverage();
        return new CheckReport(
                target.name(),
                target.options(),
                seeds,
                operations,
                violations,
                undecided,
                firstUndecidedSeed,
                firstBadSeed,
                firstViolations,
                hash,
                kinds,
                coverage,
                new CoverageDemand(isDue, target.exemptions()),
                null);
    }
}
