package dev.mangrove.sim;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.hardware.CardMeter;
import dev.mangrove.sim.hardware.Cpu;
import dev.mangrove.sim.hardware.Nic;
import dev.mangrove.sim.hardware.Profile;
import dev.mangrove.sim.hardware.SimCpuMeter;
import dev.mangrove.sim.hardware.SimLinkMeter;
import dev.mangrove.sim.kernel.Kernel;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/** A machine of a simulated cluster: cores, one network card, threads. */
@SuppressWarnings("EnumOrdinal") // costs by kind of work, looked up on the hot path
public final class SimHost implements Host {
    private static final int SLOWNESS_UNIT = 16;

    private final SimCluster cluster;
    private final Kernel kernel;
    private final CallingThread caller;
    private final Profile profile;
    private final int index;
    private final int machine;
    private final String name;
    private final Cpu cpu;
    private final Nic nic;
    private final SplittableRandom random;
    private final long wakeCost;
    private final long spinCost;
    private final long quantum;
    private final long crowdCost;
    private final long[] workCost = new long[Work.values().length];
    private final List<SimThread> threads = new ArrayList<>();
    private final List<HostFabric> fabrics = new ArrayList<>();
    private final SequencedMap<Integer, Target> targets = new TreeMap<>();
    private final SequencedMap<String, ThreadLoad> threadLoads = new TreeMap<>();
    private long deviceMemory;
    private long crashAtPost = Long.MAX_VALUE;
    private long crashAtServe = Long.MAX_VALUE;
    private long crashAtAccess = Long.MAX_VALUE;
    private long crashAtStore = Long.MAX_VALUE;
    private @Nullable LongPredicate crashAfter;
    private int crashAfterStores;
    private long failAtAccess = Long.MAX_VALUE;
    private long failAtStore = Long.MAX_VALUE;
    private long stopAtPost = Long.MAX_VALUE;
    private long stopAtAccess = Long.MAX_VALUE;
    private long stopNanos;
    private long posted;
    private long served;
    private long accesses;
    private long stores;
    private boolean alive = true;
    private boolean failed;
    private int slowness = SLOWNESS_UNIT;

    SimHost(
            SimCluster cluster,
            Profile profile,
            int index,
            int machine,
            SplittableRandom random,
            long quantum) {
        this.cluster = cluster;
        this.profile = profile;
        this.kernel = cluster.kernel();
        this.caller = cluster.caller();
        this.index = index;
        this.machine = machine;
        this.name = "h" + index;
        this.random = random;
        this.quantum = quantum;
        cpu = new Cpu(kernel, profile);
        nic = new Nic(kernel, profile);
        wakeCost = profile.picos("cpu.wake_ns");
        spinCost = Math.max(1, profile.picos("cpu.poll_ns"));
        crowdCost = profile.picos("cpu.crowd_ns");
        workCost[Work.MESSAGE.ordinal()] = profile.picos("cpu.message_ns");
        workCost[Work.NODE.ordinal()] = profile.picos("cpu.node_ns");
        workCost[Work.CACHED_WAY.ordinal()] = profile.picos("cpu.cached_way_ns");
        workCost[Work.ENTRY.ordinal()] = profile.picos("cpu.entry_ns");
        workCost[Work.BYTE.ordinal()] = profile.picos("cpu.byte_ns");
        workCost[Work.CHANGE.ordinal()] = profile.picos("cpu.change_ns");
    }

    /** A new fabric on this host. */
    public Fabric fabric() {
        return Fabric.open(HostFabric.SCHEME, this);
    }

    /** A fabric that has been opened on this host. */
    public void opened(HostFabric fabric) {
        fabrics.add(fabric);
    }

    /** Place in the cluster, from 0. */
    public int index() {
        return index;
    }

    /** Its network card. */
    public Nic nic() {
        return nic;
    }

    /** Whether it has not crashed. */
    public boolean isAlive() {
        return alive;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long nanoTime() {
        return caller.time() / Kernel.NANOSECOND;
    }

    @Override
    public void sleep(long nanos) {
        WaitPoint never =
                new WaitPoint() {
                    @Override
                    public boolean isReached() {
                        return false;
                    }
                };
        SimThread thread = caller.simulated();
        long start = caller.time();
        caller.await(never, nanos, 0);
        if (thread != null) {
            thread.load().waited(caller.time() - start);
        }
    }

    @Override
    public void spinWait() {
        SimThread thread = caller.simulated();
        if (thread == null) {
            caller.pump(spinCost);
        } else {
            thread.load().waited(stretched(spinCost));
            thread.charge(spinCost);
        }
    }

    @Override
    public Task start(String threadName, Runnable body) {
        if (!alive) {
            throw new IllegalStateException("host has crashed: " + name);
        }
        SimThread thread = new SimThread(this, threadName, body, quantum);
        threads.add(thread);
        caller.showStores();
        thread.start();
        return thread;
    }

    @Override
    public Signal signal() {
        return new SimSignal(caller);
    }

    @Override
    public CpuMeter cpuMeter() {
        return new SimCpuMeter(kernel, cpu);
    }

    @Override
    public LinkMeter linkMeter() {
        return new SimLinkMeter(kernel, nic);
    }

    /** A meter of its network card. */
    public CardMeter cardMeter() {
        return new CardMeter(kernel, nic);
    }

    @Override
    public RandomGenerator random() {
        return random.split();
    }

    @Override
    public void work(Work kind, long amount) {
        long crowd = kind == Work.MESSAGE ? crowdCost * cpu.waiting() : 0;
        charge((workCost[kind.ordinal()] + crowd) * amount);
    }

    /** Stops all threads of this host for a while; its network card keeps working. */
    public void pause(long nanos) {
        cluster.trace().fault("pause", index, nanos);
        cpu.pauseUntil(kernel.now() + nanos * Kernel.NANOSECOND);
    }

    /** Cuts the cable of this host for a while. */
    public void cut(long nanos) {
        cluster.network().cut(index, nanos);
        cluster.trace().fault("cut", index, nanos);
    }

    /** Makes the cores of this host slower by a factor. */
    public void slow(double factor) {
        cluster.trace().fault("slow", index, Math.round(factor * SLOWNESS_UNIT));
        slowness = (int) Math.max(1, Math.round(factor * SLOWNESS_UNIT));
    }

    /**
     * Ends all threads of this host at once; peers lose their connections. Does not return to a
     * thread of this host.
     */
    public void crash() {
        if (!alive) {
            return;
        }
        alive = false;
        cluster.trace().fault("crash", index, 0);
        for (HostFabric fabric : List.copyOf(fabrics)) {
            fabric.crash();
        }
        SimThread self = caller.simulated();
        for (SimThread thread : List.copyOf(threads)) {
            if (thread != self) {
                thread.kill();
            }
        }
        if (self != null && self.host() == this) {
            self.kill();
        }
    }

    /** Lets this host crash when its threads have posted so many requests from now on. */
    public void crashAtPost(long requests) {
        crashAtPost = posted + requests;
    }

    /** Lets this host crash when so many requests from now on have arrived at it. */
    public void crashAtServe(long requests) {
        crashAtServe = served + requests;
    }

    /** Lets this host crash when its threads have used memory in place so many times. */
    public void crashAtAccess(long loadsAndStores) {
        crashAtAccess = accesses + loadsAndStores;
    }

    /** Lets this host crash when its threads have stored in place so many times. */
    public void crashAtStore(long number) {
        crashAtStore = stores + number;
    }

    /** Lets this host crash at the store that follows so many stores to some offsets. */
    public void crashAfterStores(LongPredicate offsets, int number) {
        crashAfter = offsets;
        crashAfterStores = number;
    }

    /**
     * Lets a load or store in place throw an {@link InjectedError} when this host's threads have
     * used memory in place so many times, once.
     */
    public void failAtAccess(long loadsAndStores) {
        failAtAccess = accesses + loadsAndStores;
    }

    /** Like {@link #failAtAccess}, but counts stores only. */
    public void failAtStore(long number) {
        failAtStore = stores + number;
    }

    /** Whether an {@link InjectedError} has been thrown, which may still be on its way. */
    public boolean hasFailed() {
        return failed;
    }

    /** Lets this host stop for a while before a request, counted from now on, once. */
    public void stopAtPost(long requests, long nanos) {
        stopAtPost = posted + requests;
        stopNanos = nanos;
    }

    /** Lets this host stop for a while before a load or store in place, counted from now on. */
    public void stopAtAccess(long loadsAndStores, long nanos) {
        stopAtAccess = accesses + loadsAndStores;
        stopNanos = nanos;
    }

    /** Stops all threads of this host, the calling one as well. */
    private void stop() {
        cluster.injector().countStop(stopNanos);
        pause(stopNanos);
        SimThread self = caller.simulated();
        if (self != null) {
            self.stallUntil(kernel.now() + stopNanos * Kernel.NANOSECOND);
        }
    }

    /** Counts a store in place; the one that this host crashes at does not happen. */
    void onStore(long offset) {
        boolean isLast = crashAfter != null && crashAfter.test(offset) && --crashAfterStores == 0;
        if (isLast) {
            crashAtStore = stores + 2;
        }
        if (++stores >= crashAtStore && alive) {
            crashInPlace();
        }
        if (stores == failAtStore) {
            fail();
        }
    }

    /** Counts a load or store in place; the one that this host crashes at does not happen. */
    void onAccess() {
        if (accesses == 0) {
            cluster.injector().onFirstAccess(this);
        }
        if (++accesses >= crashAtAccess && alive) {
            crashInPlace();
        }
        if (accesses == stopAtAccess) {
            stop();
        }
        if (accesses == failAtAccess) {
            fail();
        }
    }

    private void fail() {
        failed = true;
        throw new InjectedError();
    }

    private void crashInPlace() {
        cluster.injector()
                .count(
                        isServer()
                                ? InjectedFault.SERVER_CRASH_IN_PLACE
                                : InjectedFault.CLIENT_CRASH_IN_PLACE);
        crash();
    }

    /** Whether a server listens here. */
    boolean isServer() {
        return !targets.isEmpty();
    }

    /** Whether another host is a process on the same machine. */
    public boolean isBeside(SimHost other) {
        return machine == other.machine;
    }

    int machine() {
        return machine;
    }

    public SimCluster cluster() {
        return cluster;
    }

    /**
     * Counts a request of this host; the one that it crashes at does not leave. The host may stop
     * for a while, during which the caller's channel may fail.
     */
    public void onPost() {
        if (posted == 0) {
            cluster.injector().onFirstPost(this);
        }
        if (++posted >= crashAtPost && alive) {
            cluster.injector().count(InjectedFault.CLIENT_CRASH);
            crash();
        }
        if (posted == stopAtPost) {
            stop();
        }
    }

    /** Counts a request that has arrived; false if the host has crashed. */
    public boolean onServe() {
        if (served == 0) {
            cluster.injector().onFirstServe(this);
        }
        if (alive && ++served >= crashAtServe) {
            cluster.injector().count(InjectedFault.SERVER_CRASH);
            crash();
        }
        return alive;
    }

    public void takeDeviceMemory(long bytes) {
        long most = cluster.capabilities().deviceMemory();
        if (most == 0) {
            throw new FabricException(Kind.UNSUPPORTED, "no device memory on " + name);
        }
        if (deviceMemory + bytes > most) {
            throw new FabricException(
                    Kind.OUT_OF_MEMORY,
                    "device memory of " + name + " is full: used=" + deviceMemory + ", of=" + most);
        }
        deviceMemory += bytes;
    }

    public int freePort() {
        return targets.isEmpty() ? 1 : targets.lastEntry().getKey() + 1;
    }

    public void bind(int port, Target target) {
        if (targets.putIfAbsent(port, target) != null) {
            throw new FabricException(Kind.REFUSED, "another target listens at " + target.uri());
        }
    }

    public void unbind(Target target) {
        targets.values().remove(target);
    }

    public @Nullable Target target(int port) {
        return targets.get(port);
    }

    public Kernel kernel() {
        return kernel;
    }

    public Profile profile() {
        return profile;
    }

    public Cpu cpu() {
        return cpu;
    }

    long wakeCost() {
        return wakeCost;
    }

    long stretched(long picos) {
        return slowness == SLOWNESS_UNIT ? picos : picos * slowness / SLOWNESS_UNIT;
    }

    /** Makes the calling thread busy, if it is a simulated one. */
    public void charge(long picos) {
        SimThread thread = caller.simulated();
        if (thread != null && picos > 0) {
            thread.work(picos);
        }
    }

    /** Lets the calling thread look for news, which does not count as work. */
    public void chargePoll(long picos) {
        SimThread thread = caller.simulated();
        if (thread != null && picos > 0) {
            thread.charge(picos);
        }
    }

    /** What its threads of a name have done so far. */
    public ThreadLoad threadLoad(String threadName) {
        return threadLoads.computeIfAbsent(threadName, none -> new ThreadLoad());
    }

    /** What all its threads have done so far, by their names. */
    public Map<String, ThreadLoad> threadLoads() {
        return Collections.unmodifiableMap(threadLoads);
    }

    void ended(SimThread thread) {
        threads.remove(thread);
    }

    public void forget(HostFabric fabric) {
        fabrics.remove(fabric);
    }

    @Override
    public String toString() {
        return name;
    }
}
