package dev.mangrove.sim;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.sim.hardware.BufferPool;
import dev.mangrove.sim.hardware.Network;
import dev.mangrove.sim.hardware.Profile;
import dev.mangrove.sim.kernel.Kernel;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A cluster in virtual time. Every event in it is determined by the profile, the seed, the faults
 * and the code that runs on its hosts. It belongs to one thread of the machine; that thread either
 * drives it by {@link #run()}, or uses hosts and fabrics directly, in which case waiting drives the
 * cluster.
 */
public final class SimCluster implements AutoCloseable {
    /**
     * How far a thread's own time may be ahead of the clock in throughput runs. Chosen: below the
     * latency of a verb, and fewer switches of coroutines.
     */
    public static final long COARSE_NANOS = 1_000;

    private final Kernel kernel = new Kernel();
    private final CallingThread caller = new CallingThread(kernel);
    private final Profile profile;
    private final Capabilities capabilities;
    private final SplittableRandom seeds;
    private final Trace trace;
    private final Network network;
    private final FaultInjector injector;
    private final BufferPool buffers;
    private final Arena arena = Arena.ofShared();
    private final List<SimHost> hosts = new ArrayList<>();
    private final long quantum;
    private int channels;
    private long verbs;
    private final List<Arena> retired = new ArrayList<>();
    private @Nullable InPlaceAccess access;
    private boolean closed;

    /** A cluster without hosts, faults or text. */
    public SimCluster(Profile profile, long seed) {
        this(profile, seed, Faults.NONE, COARSE_NANOS, null);
    }

    /**
     * A cluster without hosts.
     *
     * @param quantumNanos how far a thread's own time may be ahead of the clock; 0 lets other
     *     threads run after each piece of work
     * @param lines takes a readable trace, or null
     */
    public SimCluster(
            Profile profile,
            long seed,
            Faults faults,
            long quantumNanos,
            @Nullable Consumer<String> lines) {
        this.profile = profile;
        this.quantum = quantumNanos * Kernel.NANOSECOND;
        seeds = new SplittableRandom(seed);
        trace = new Trace(kernel, lines);
        SplittableRandom delays = seeds.split();
        injector = new FaultInjector(kernel, faults, seeds.split());
        network = new Network(kernel, profile, injector, delays);
        buffers = new BufferPool(arena);
        capabilities =
                new Capabilities(
                                profile.count("promise.read_atomicity"),
                                profile.isOn("promise.ordered_writes"),
                                profile.isOn("promise.cpu_atomics"),
                                profile.isOn("promise.masked_atomics"),
                                profile.count("device.bytes"),
                                false,
                                profile.count("promise.largest_message"),
                                profile.count("promise.largest_transfer"),
                                profile.count("promise.largest_batch"))
                        .withLocalPieces(profile.count("promise.local_pieces"));
    }

    /** Adds a host. */
    public SimHost addHost() {
        return addHost(profile);
    }

    /**
     * Adds a host with cores and a card of its own kind. Links, and what the fabric promises, are
     * those of the cluster.
     */
    public SimHost addHost(Profile kind) {
        return addHost(kind, hosts.size());
    }

    /**
     * Adds a host that is another process on the machine of one: where the profile has it so, it
     * uses memory of servers there in place.
     */
    public SimHost addHostBeside(SimHost neighbour) {
        return addHost(profile, neighbour.machine());
    }

    private SimHost addHost(Profile kind, int machine) {
        SimHost host = new SimHost(this, kind, hosts.size(), machine, seeds.split(), quantum);
        hosts.add(host);
        injector.onHost(host);
        return host;
    }

    /**
     * Makes accesses in place of the cluster's threads interleave. Call it before the first server
     * starts, and for one cluster of a JVM at a time.
     *
     * @throws IllegalStateException unless the JVM runs with {@link SharedWords#WATCHED_PROPERTY}
     */
    public void interleave(Interleaving how) {
        access = new InPlaceAccess(kernel, caller, injector.counts(), how, seeds.split());
        SharedWords.watch(access);
    }

    /** Whether accesses in place interleave. */
    public boolean isInterleaved() {
        return access != null;
    }

    /** Hosts, in the order they were added. */
    public List<SimHost> hosts() {
        return List.copyOf(hosts);
    }

    /** Runs until nothing is left to do. */
    public void run() {
        kernel.run();
    }

    /** Runs for a while. */
    public void run(long nanos) {
        caller.pump(nanos * Kernel.NANOSECOND);
    }

    /** Runs until a condition holds, at most for a while; says whether it holds. */
    public boolean runUntil(long nanos, BooleanSupplier condition) {
        return kernel.runUntil(kernel.now() + nanos * Kernel.NANOSECOND, condition);
    }

    /** The time since the cluster was made. */
    public long nanoTime() {
        return kernel.now() / Kernel.NANOSECOND;
    }

    /** Events that have happened. */
    public long events() {
        return kernel.fired();
    }

    /** Requests posted. */
    public long verbs() {
        return verbs;
    }

    /** What has happened. */
    public Trace trace() {
        return trace;
    }

    /** What the cluster is made of. */
    public Profile profile() {
        return profile;
    }

    /** Its links. */
    public Network network() {
        return network;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (access != null) {
                SharedWords.watch(null);
            }
            retired.forEach(Arena::close);
            arena.close();
        }
    }

    public Kernel kernel() {
        return kernel;
    }

    public Capabilities capabilities() {
        return capabilities;
    }

    public FaultInjector injector() {
        return injector;
    }

    /** Counts a request. */
    public void countVerb() {
        verbs++;
    }

    public BufferPool buffers() {
        return buffers;
    }

    public Arena arena() {
        return arena;
    }

    public SplittableRandom newRandom() {
        return seeds.split();
    }

    public int newChannelNumber() {
        return ++channels;
    }

    public @Nullable SimHost host(String name) {
        for (SimHost host : hosts) {
            if (host.name().equals(name)) {
                return host;
            }
        }
        return null;
    }

    /** Memory of a server that may be used in place from now on. */
    public void opened(MemorySegment region) {
        if (access != null) {
            access.add(region);
        }
    }

    /** A server frees memory; threads that use it in place keep their mapping. */
    public void retire(Arena memory) {
        if (access == null) {
            memory.close();
        } else {
            retired.add(memory);
        }
    }

    /** The thread that calls. */
    public CallingThread caller() {
        return caller;
    }

    /** The host, if it belongs to a cluster. */
    public static SimHost simulated(Host host) {
        if (host instanceof SimHost simulated) {
            return simulated;
        }
        throw new IllegalArgumentException("not a simulated host: " + host.name());
    }
}
