package dev.mangrove.check.shipment;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.ordered.OrderedCheck;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Clients that have servers copy an ordered index, or build a secondary index of it, while others
 * change and read it. Clients and servers die, connections are lost, memory runs out, and clients
 * ask for the same shipment twice. The promises: a shipment that succeeds has copied each key as it
 * was at some moment meanwhile; one that does not has copied nothing, or whole shares; none leaves
 * pages behind while servers live; servers refuse shipments only while they have others; and every
 * call ends.
 */
public final class ShipmentsCheck implements CheckTarget {
    /** The check's name on the command line. */
    public static final String NAME = "shipments";

    private static final long SALT = 0x73686970L;
    private static final long CARD_SALT = 0x63617264L;
    private static final long PLACES_SALT = 0x706c61636573L;

    private final InPlaceMode mode;

    /** The check with clients that work in place, or not; servers are clients as well. */
    public ShipmentsCheck(InPlaceMode mode) {
        this.mode = mode;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String options() {
        return mode.after("").strip();
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        Profile profile =
                RandomCluster.card(
                        RandomCluster.profile(lots), new SplittableRandom(seed ^ CARD_SALT));
        SplittableRandom places = new SplittableRandom(seed ^ PLACES_SALT);
        @Nullable Interleaving interleaving = mode.draw(places);
        boolean inMemory = interleaving != null && !mode.isByVerbs();
        if (inMemory) {
            profile = InPlaceMode.profile(profile, places);
        }
        Faults drawn = faults(faults, seed, lots);
        ShipmentsPlan plan = ShipmentsPlan.draw(lots);
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal =
                new OrderedJournal(
                        findings,
                        drawn.kinds().stream().anyMatch(OrderedCheck.BREAKING::contains),
                        plan.isShort(),
                        lines);
        try (SimCluster cluster = new SimCluster(profile, seed, drawn, 0, lines)) {
            if (interleaving != null) {
                cluster.interleave(interleaving);
            }
            Machines machines = new Machines(cluster, inMemory ? places : null);
            new ShipmentsTrial(cluster, machines, plan, journal).run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    journal.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(
                            cluster,
                            fault -> fault.isAmong(faults) && mode.allows(fault),
                            branch -> false),
                    journal.everything());
        }
    }

    /**
     * Half of the faults that are allowed. Half of the runs lose no connection, because many
     * promises hold only then; of the others, a server dies in every second.
     */
    private static Faults faults(Faults allowed, long seed, SplittableRandom lots) {
        EnumSet<Faults.Kind> kinds = EnumSet.noneOf(Faults.Kind.class);
        kinds.addAll(OrderedCheck.faults(allowed, seed, lots).kinds());
        boolean keepsConnections = lots.nextBoolean();
        boolean losesServer = lots.nextBoolean();
        if (keepsConnections) {
            kinds.removeAll(OrderedCheck.BREAKING);
        } else if (losesServer && allowed.has(Faults.Kind.SERVER_CRASH)) {
            kinds.add(Faults.Kind.SERVER_CRASH);
        }
        return new Faults(kinds);
    }
}
