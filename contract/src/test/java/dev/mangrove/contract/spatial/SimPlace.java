package dev.mangrove.contract.spatial;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.net.URI;

/** A server and clients on a simulated cluster; its only faults are torn reads. */
final class SimPlace extends ServerPlace {
    private static final long LONGEST_RUN_NANOS = 600_000_000_000L;

    private final SimCluster cluster;
    private final SimHost home;
    private final SimHost host;

    SimPlace(Setting setting, long seed) {
        super(setting);
        Profile profile = Profile.named("base").with("link.jitter_ns", 300);
        Faults faults = Faults.parse("torn-reads,torn-writes");
        cluster = new SimCluster(profile, seed, faults, SimCluster.COARSE_NANOS, null);
        home = cluster.addHost();
        host = cluster.addHost();
    }

    @Override
    public void run(Body body) throws Exception {
        Throwable[] failure = new Throwable[1];
        Host.Task task = home.start("test", () -> failure[0] = outcome(body));
        boolean ended = cluster.runUntil(LONGEST_RUN_NANOS, () -> !task.isAlive());
        if (failure[0] instanceof Exception e) {
            throw e;
        }
        if (failure[0] instanceof Error e) {
            throw e;
        }
        if (!ended) {
            throw new AssertionError("the test does not end");
        }
    }

    private static Throwable outcome(Body body) {
        try {
            body.run();
            return null;
        } catch (Exception | AssertionError e) {
            return e;
        }
    }

    @Override
    Host home() {
        return home;
    }

    @Override
    Host hostOfServer() {
        return host;
    }

    /** Ends the server's host at once. */
    void crashServer() {
        host.crash();
    }

    @Override
    Host anotherHost() {
        return cluster.addHost();
    }

    @Override
    URI location() {
        return URI.create("sim://" + host.name() + ":1");
    }

    @Override
    public void close() {
        cluster.close();
    }
}
