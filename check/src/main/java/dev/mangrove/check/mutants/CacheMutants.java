package dev.mangrove.check.mutants;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/**
 * Errors in the copies of inner pages and the paths to meganodes that clients keep. Each is a hint,
 * and the page that it leads to holds its own bounds. So one that is used for keys outside its
 * bounds only costs reads, and is no mutant; one that stays after a search has found it stale is.
 */
final class CacheMutants {
    private static final String CACHE = "index.btree.cache.";

    private CacheMutants() {}

    static void addTo(List<Mutant> all) {
        new Area(all, CACHE + "NodeCache", Checks.SHERMAN, Checks.FEW)
                .add(
                        "stale copy of an inner page stays",
                        "remove",
                        new WithoutCall("removeHere", 0))
                .add("evicted copy is not marked", "removeAt", new WithoutCall("giveUp", 0));
        new Area(all, CACHE + "CachedNode", Checks.SHERMAN, Checks.FEW)
                .add("evicted copy is still used", "isKept", new Answer(1))
                .add("copy has the level of its leaves", "level", new Answer(0));
        new Area(all, CACHE + "PathCache", Checks.CELL, Checks.SOME)
                .add("stale path is kept", "remove", new Answer(0));
        new Area(all, "index.btree.level.Descent", Checks.CELL, Checks.SOME)
                .add("path is kept after its page has gone", "dropPath", new Answer(0));
        new Area(all, "index.btree.partition.Meganodes", Checks.CELL, Checks.SOME)
                .add("path is kept after a server has refused it", "dropPath", new Answer(0));
    }
}
