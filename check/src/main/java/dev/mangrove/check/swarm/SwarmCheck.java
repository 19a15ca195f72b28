package dev.mangrove.check.swarm;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.SeedResult;
import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * The check of everything. A seed draws what to check: the fabric, a design, byte strings, their
 * extents, shipments, a tree, meganodes, counts in windows or a few pages, the mode of access, page
 * size, fan-out, servers, memory and faults; then it determines the run, too.
 */
public final class SwarmCheck implements CheckTarget {
    /** Creates the check. */
    public SwarmCheck() {}

    @Override
    public String name() {
        return "all";
    }

    @Override
    public String kind(long seed, Faults faults) {
        return SwarmDraw.draw(seed, faults).kind();
    }

    @Override
    public String describe(long seed, Faults faults) {
        return SwarmDraw.draw(seed, faults).describe();
    }

    /** Chosen: about 1,000 for each design and tree, which share seeds with all other checks. */
    @Override
    public long seedsForCoverage() {
        return 20_000;
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SwarmDraw lot = SwarmDraw.draw(seed, faults);
        if (lines != null) {
            lines.accept("drawn: " + lot.describe());
        }
        return lot.target().run(seed, lot.faults(), lines);
    }
}
