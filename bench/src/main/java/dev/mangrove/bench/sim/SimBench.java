package dev.mangrove.bench.sim;

import dev.mangrove.cli.report.Table;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Measures how many verbs the simulator executes per second of real time, with many clients on one
 * server. Two loads: single verbs, and the mix of an index (searches, batches of READs,
 * lock-write-unlock).
 */
public final class SimBench {
    private static final int CLIENTS_PER_HOST = 16;
    private static final int REGION_BYTES = 8 << 20;
    private static final long STEP_NANOS = 200_000;
    private static final long SEED = 1;

    /**
     * Verbs before the measurement, so that the JIT compiler has compiled the hot methods. Counted
     * in verbs, not seconds, as a busy machine compiles later. Chosen, not tuned.
     */
    private static final long WARM_UP_VERBS = 3_000_000;

    private final int clients;
    private final long nanos;
    private final Map<String, Object> json = new LinkedHashMap<>();
    private final Table table = new Table("load", "verbs/s", "verbs/s of CPU", "events/verb");

    /** Creates a measurement of {@code clients} clients, {@code seconds} per load. */
    public SimBench(int clients, double seconds) {
        this.clients = clients;
        this.nanos = (long) (seconds * 1e9);
    }

    /** Figures of one load; {@code wall} and {@code cpu} are verbs per second. */
    private record Rate(double wall, double cpu, double eventsPerVerb) {}

    /** Runs both loads. */
    public SimBench run() {
        json.put("clients", clients);
        Rate single = measure(false, nanos);
        Rate mix = measure(true, nanos);
        json.put("verbs_per_s", mix.wall);
        json.put("verbs_per_cpu_s", mix.cpu);
        json.put("single_verbs_per_s", single.wall);
        json.put("single_verbs_per_cpu_s", single.cpu);
        table.row("index mix", Math.round(mix.wall), Math.round(mix.cpu), mix.eventsPerVerb);
        table.row(
                "verbs one by one",
                Math.round(single.wall),
                Math.round(single.cpu),
                single.eventsPerVerb);
        return this;
    }

    /** All figures, by the keys of the JSON output. */
    public Map<String, Object> toJson() {
        return json;
    }

    /** All figures as text. */
    @Override
    public String toString() {
        return table.toString();
    }

    private Rate measure(boolean mixed, long forNanos) {
        Profile profile = Profile.named("base").with("nic.qp_cache", 2 * clients);
        try (SimCluster cluster = new SimCluster(profile, SEED)) {
            SimHost server = cluster.addHost();
            Target target = server.fabric().listen(TargetOptions.at(URI.create("sim://h0:1")));
            Region region = target.allocate(1, REGION_BYTES, Placement.HOST);
            for (int i = 0; i < clients; i += CLIENTS_PER_HOST) {
                startHost(
                        cluster.addHost(),
                        target,
                        region,
                        Math.min(CLIENTS_PER_HOST, clients - i),
                        mixed);
            }
            while (cluster.verbs() < WARM_UP_VERBS) {
                cluster.run(STEP_NANOS);
            }
            return pump(cluster, forNanos);
        }
    }

    private static void startHost(
            SimHost host, Target target, Region region, int number, boolean mixed) {
        Fabric fabric = host.fabric();
        for (int i = 0; i < number; i++) {
            LoadClient client = new LoadClient(fabric, target.uri(), region.handle(), mixed);
            host.start("load", client::run);
        }
    }

    private static Rate pump(SimCluster cluster, long forNanos) {
        long verbs = cluster.verbs();
        long events = cluster.events();
        long start = System.nanoTime();
        long startCpu = cpuNanos();
        while (System.nanoTime() - start < forNanos) {
            cluster.run(STEP_NANOS);
        }
        double wall = (System.nanoTime() - start) / 1e9;
        double cpu = (cpuNanos() - startCpu) / 1e9;
        double done = cluster.verbs() - verbs;
        return new Rate(done / wall, done / cpu, (cluster.events() - events) / done);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
