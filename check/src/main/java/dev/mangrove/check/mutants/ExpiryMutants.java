package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.BYTES;
import static dev.mangrove.check.mutants.Checks.BYTES_SHERMAN;
import static dev.mangrove.check.mutants.Checks.EXTENTS;
import static dev.mangrove.check.mutants.Checks.FEW;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.SOME;

import dev.mangrove.check.mutants.Edit.AlwaysBranch;
import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.NeverBranch;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in the expiry of byte strings, mostly of those that clients change themselves. */
final class ExpiryMutants {
    private static final String SPREAD = "index.bytes.spread.";

    private ExpiryMutants() {}

    static void addTo(List<Mutant> all) {
        new Area(all, SPREAD + "ServerClocks", BYTES_SHERMAN, SOME)
                .add("reader takes an expired entry for alive", "judge", new AlwaysBranch(0))
                .add("time to live is not added to the clock", "in", new Answer(0));
        new Area(all, SPREAD + "SpreadTree", EXTENTS, SOME)
                .add("reader leaves an expired entry in its leaf", "removeFound", new Answer(1));
        new Area(all, "index.btree.strings.LeafChanges", BYTES_SHERMAN, SOME)
                .add("writer takes an expired entry for present", "isOver", new Answer(0))
                .add("writer takes an entry that expires for absent", "isOver", new Answer(1))
                .add("sweep does not compare the entry under the latch", "isStill", new Answer(1));
        new Area(all, "index.btree.level.LeafLevel", BYTES_SHERMAN, MANY)
                .add("batch takes an expired entry for present", "mayExpire", new Answer(0));
        new Area(all, "index.btree.strings.StringTree", BYTES_SHERMAN, SOME)
                .add("short value that expires is never equal", "hasMetExpiring", new Answer(0));
        new Area(all, SPREAD + "ExpiringEntries", BYTES_SHERMAN, FEW)
                .add("sweep removes entries that have not expired", "isOver", new Answer(1));
        new Area(all, SPREAD + "SpreadCount", BYTES_SHERMAN, SOME)
                .add("expired entry is counted", "absent", new Answer(0));
        new Area(all, "server.state.ServerClock", BYTES_SHERMAN, FEW)
                .add("clock of a server stands still", "advanceAlone", new Answer(0));
        addLifetimes(all);
        addAdditions(all);
    }

    private static void addLifetimes(List<Mutant> all) {
        new Area(all, SPREAD + "SpreadTree", BYTES_SHERMAN, SOME)
                .add("lasting entry keeps its expiry", "persist", new Answer(1))
                .add("entry keeps its old expiry", "expire", new Answer(1))
                .add("entry with an expiry has no time left", "ttl", new Answer(0));
        new Area(all, "index.wire.BytesOperation", BYTES, SOME)
                .add("batch does not send a time to live", "isTimed", new Answer(0));
        new Area(all, "index.bytes.client.RemoteBytesIndex", BYTES, SOME)
                .add("server is not asked to take an expiry away", "persist", new Answer(1))
                .add("server is not asked for another expiry", "expire", new Answer(1));
    }

    private static void addAdditions(List<Mutant> all) {
        new Area(all, "index.page.strings.StringPageView", BYTES_SHERMAN, SOME)
                .add("addition does not compare what it has read", "isValue", new Answer(1));
        new Area(all, "index.bytes.tree.BytesTree", BYTES, SOME)
                .add("sum is not stored", "add", new WithoutCall("put", 0))
                .add("sum at a server loses the expiry of its counter", "add", new AlwaysBranch(2));
        new Area(all, SPREAD + "SpreadTree", EXTENTS, SOME)
                .add("sum loses the expiry of its counter", "keptLifetime", new Answer(0));
        new Area(all, SPREAD + "SpreadTree", BYTES_SHERMAN, FEW)
                .add("sum takes the expiry of another entry", "keptLifetime", new NeverBranch(0))
                .add("new counter loses its time to live", "add", new NeverBranch(0));
    }
}
