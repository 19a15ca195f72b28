package dev.mangrove.contract.ordered;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.net.URI;

/** A simulated cluster; its only faults are torn reads and writes. */
final class SimMachines implements ContractMachines {
    private static final long LONGEST_RUN_NANOS = 600_000_000_000L;
    private static final Faults FAULTS = Faults.parse("torn-reads,torn-writes");

    private final SimCluster cluster;
    private final SimHost home;

    SimMachines(long seed) {
        Profile profile = Profile.named("base").with("link.jitter_ns", 300);
        cluster = new SimCluster(profile, seed, FAULTS, SimCluster.COARSE_NANOS, null);
        home = cluster.addHost();
    }

    @Override
    public void run(Body body) throws Throwable {
        Throwable[] failure = new Throwable[1];
        Host.Task task = home.start("test", () -> failure[0] = outcome(body));
        boolean ended = cluster.runUntil(LONGEST_RUN_NANOS, () -> !task.isAlive());
        if (failure[0] != null) {
            throw failure[0];
        }
        if (!ended) {
            throw new AssertionError("the test does not end");
        }
    }

    @Override
    public Host home() {
        return home;
    }

    @Override
    public Host another() {
        return cluster.addHost();
    }

    @Override
    public URI location(Host host) {
        return URI.create("sim://" + host.name() + ":1");
    }

    @Override
    public void close() {
        cluster.close();
    }

    private static Throwable outcome(Body body) {
        try {
            body.run();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }
}
