package dev.mangrove.bench.check;

import dev.mangrove.fabric.sim.Faults;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A check as it is asked for by name. */
public final class CheckCommand {
    private static final List<CheckTarget> TARGETS = List.of(new FabricCheck());
    private static final long FIRST_SEED = 1;

    private final CheckTarget target;
    private final Faults faults;

    private CheckCommand(CheckTarget target, Faults faults) {
        this.target = target;
        this.faults = faults;
    }

    /**
     * Finds a check and its faults by name.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static CheckCommand of(String target, String faults) {
        for (CheckTarget known : TARGETS) {
            if (known.name().equals(target)) {
                return new CheckCommand(known, Faults.parse(faults));
            }
        }
        String names = TARGETS.stream().map(CheckTarget::name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("no such check: " + target + "; there are " + names);
    }

    /** Runs so many seeds from 1 on. */
    public CheckReport run(long seeds) {
        return new CheckRun(target, faults).run(FIRST_SEED, seeds);
    }

    /** Runs one seed; with somebody to read them, writes down all that happens. */
    public CheckReport replay(long seed, @Nullable Consumer<String> lines) {
        return new CheckRun(target, faults).replay(seed, lines);
    }

    /** The command that runs one seed again. */
    public String replayCommand(long seed) {
        return new CheckRun(target, faults).replayCommand(seed);
    }
}
