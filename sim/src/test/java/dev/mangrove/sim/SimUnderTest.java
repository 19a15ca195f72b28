package dev.mangrove.sim;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.contract.FabricUnderTest;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.HostPeer;
import dev.mangrove.fabric.contract.peer.RemotePeer;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * The simulated fabric: each test has a cluster of its own and runs in a thread of its first host.
 */
class SimUnderTest implements FabricUnderTest {
    private static final long SEED = 1;
    private static final long LONGEST_RUN_NANOS = 3_600_000_000_000L;

    private static final Faults FAULTS = Faults.parse("torn-reads,torn-writes,pauses,loss");

    private final Profile profile;
    private @Nullable SimCluster cluster;
    private @Nullable SimHost home;
    private int ports;

    SimUnderTest() {
        this(Profile.named("base"));
    }

    /** Uses a cluster of another profile. */
    SimUnderTest(Profile profile) {
        this.profile = profile.with("link.jitter_ns", 500);
    }

    @Override
    public final Fabric open() {
        return home().fabric();
    }

    @Override
    public final URI newLocation() {
        return URI.create("sim://" + home().name() + ":" + ++ports);
    }

    @Override
    public final URI nowhere() {
        return URI.create("sim://" + home().name() + ":65000");
    }

    @Override
    public final Secret secret() {
        return Secret.of("known to all of the test");
    }

    @Override
    public final void run(Body body) throws Throwable {
        try (SimCluster simulated = new SimCluster(profile, SEED, FAULTS, 0, null)) {
            cluster = simulated;
            home = simulated.addHost();
            Throwable[] failure = new Throwable[1];
            var task = home.start("test", () -> failure[0] = outcome(body));
            boolean ended = simulated.runUntil(LONGEST_RUN_NANOS, () -> !task.isAlive());
            if (failure[0] != null) {
                throw failure[0];
            }
            if (!ended) {
                throw new AssertionError("the test has not ended within its virtual time");
            }
        }
    }

    @Override
    public final RemotePeer start(ContractProgram program, List<String> arguments) {
        SimHost other = cluster().addHost();
        return HostPeer.start(this, home(), other.fabric(), program, arguments);
    }

    @Override
    public final Set<String> traces() {
        return Set.of();
    }

    private static @Nullable Throwable outcome(Body body) {
        try {
            body.run();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private SimCluster cluster() {
        if (cluster == null) {
            throw new IllegalStateException("outside of a run");
        }
        return cluster;
    }

    private SimHost home() {
        if (home == null) {
            throw new IllegalStateException("outside of a run");
        }
        return home;
    }
}
