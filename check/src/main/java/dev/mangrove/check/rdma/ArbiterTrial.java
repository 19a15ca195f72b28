package dev.mangrove.check.rdma;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.net.URI;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Device and processor change the same word at the same time. Where the device executes its own
 * atomics, updates of the processor may be lost, unless the device declares that both compose. The
 * number of losses depends on how often the two coincide, and may be 0. Where the region belongs to
 * shared memory, the processor executes all atomics, and no update is lost.
 */
final class ArbiterTrial {
    private static final int BYTES = 4096;
    private static final int WORD = 64;
    private static final int LOCK = 128;
    private static final int COUNTER = 192;
    private static final long REMOTE_UNIT = 1L << 40;
    private static final long PATIENCE = 300_000_000_000L;

    /** Additions per batch; several, so that device and processor overlap. Chosen, not tuned. */
    private static final int PER_BATCH = 32;

    /** Additions of the processor between two checks of the stop flag. Chosen, not tuned. */
    private static final int ADDS_PER_LOOK = 64;

    /** Where updates may be lost, the trial repeats until one is, within these limits. */
    private static final int MOST_ROUNDS = 400;

    private static final long LONGEST_TRY = 40_000_000_000L;

    /** Adding threads: two, so that one runs while an emulated device occupies the other's core. */
    private static final int ADDERS = 2;

    private static final EndpointOptions CLIENT =
            EndpointOptions.DEFAULT.withTimeout(Duration.ofSeconds(30));
    private static final VarHandle WORDS =
            ValueLayout.JAVA_LONG
                    .withOrder(ByteOrder.LITTLE_ENDIAN)
                    .varHandle()
                    .withInvokeExactBehavior();

    private final Host host;
    private final int adds;

    ArbiterTrial(Host host, int adds) {
        this.host = host;
        this.adds = adds;
    }

    /** The device is the arbiter; the processor changes the word all the same. */
    RdmaCheck.Row device() {
        try (Fabric verbs = Fabric.open("verbs", host);
                Target target = verbs.listen(TargetOptions.at(URI.create(RdmaCheck.PLACE)));
                Endpoint endpoint = verbs.endpoint(CLIENT)) {
            Region region = target.allocate(1, BYTES, Placement.HOST);
            boolean composes = verbs.capabilities().atomicsComposeWithCpu();
            Mixture seen =
                    mix(connect(endpoint, target, region), region, composes ? 1 : MOST_ROUNDS);
            return RdmaCheck.row(
                    seen.lostRemote == 0 && (!composes || seen.lostLocal == 0),
                    seen
                            + "; the device says that both "
                            + (composes ? "compose" : "do not compose")
                            + (composes || seen.lostLocal > 0
                                    ? ""
                                    : "; a loss was not observed this time"));
        }
    }

    /** The memory belongs to shared memory, so the processor is the arbiter for RDMA, too. */
    RdmaCheck.Row processor() {
        try (Ground ground = new Ground(host)) {
            Mixture seen =
                    mix(connect(ground.rdma, ground.rdmaTarget, ground.region), ground.region, 1);
            return RdmaCheck.row(seen.lostRemote == 0 && seen.lostLocal == 0, seen.toString());
        }
    }

    /** A client through shared memory and one through RDMA increment a counter under one lock. */
    RdmaCheck.Row locks() {
        try (Ground ground = new Ground(host)) {
            Channel near = connect(ground.near, ground.nearTarget, ground.region);
            Channel far = connect(ground.rdma, ground.rdmaTarget, ground.region);
            AtomicLong increments = new AtomicLong();
            Host.Task other =
                    host.start(
                            "near",
                            () -> increments.addAndGet(increment(near, ground.region, adds / 4)));
            increments.addAndGet(increment(far, ground.region, adds / 4));
            if (!other.join(PATIENCE)) {
                throw new IllegalStateException("a client has not got the lock in time");
            }
            long counter = (long) WORDS.getVolatile(ground.region.memory(), (long) COUNTER);
            return RdmaCheck.row(
                    counter == increments.get(),
                    "%d increments, counter is %d".formatted(increments.get(), counter));
        }
    }

    private static Channel connect(Endpoint endpoint, Target target, Region region) {
        Channel channel = endpoint.connect(target.uri());
        channel.attach(region.handle());
        return channel;
    }

    private Mixture mix(Channel channel, Region region, int rounds) {
        Mixture seen = new Mixture(0, 0, 0, 0);
        long started = host.nanoTime();
        for (int i = 0; i < rounds && seen.lostLocal == 0; i++) {
            seen = seen.plus(mixOnce(channel, region));
            if (host.nanoTime() - started > LONGEST_TRY) {
                break;
            }
        }
        return seen;
    }

    private Mixture mixOnce(Channel channel, Region region) {
        MemorySegment memory = region.memory();
        WORDS.setVolatile(memory, (long) WORD, 0L);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong local = new AtomicLong();
        List<Host.Task> adders = new ArrayList<>();
        for (int i = 0; i < ADDERS; i++) {
            adders.add(host.start("processor", () -> local.addAndGet(add(memory, stop))));
        }
        try {
            addRemotely(channel, region.handle().address(WORD));
        } finally {
            stop.set(true);
        }
        for (Host.Task adder : adders) {
            if (!adder.join(PATIENCE)) {
                throw new IllegalStateException("a thread does not end");
            }
        }
        long word = (long) WORDS.getVolatile(memory, (long) WORD);
        long seenLocal = word & (REMOTE_UNIT - 1);
        return new Mixture(adds, local.get(), adds - (word >>> 40), local.get() - seenLocal);
    }

    private void addRemotely(Channel channel, long address) {
        Batch batch = channel.batch(PER_BATCH);
        for (int left = adds; left > 0; left -= PER_BATCH) {
            batch.clear();
            for (int i = Math.min(left, PER_BATCH); i > 0; i--) {
                batch.fetchAndAdd(address, REMOTE_UNIT);
            }
            batch.execute();
        }
    }

    /**
     * Adds to the word by the processor's atomics until stopped; returns the number of additions.
     */
    private static long add(MemorySegment memory, AtomicBoolean stop) {
        long added = 0;
        long last = 0;
        while (!stop.get()) {
            for (int i = 0; i < ADDS_PER_LOOK; i++) {
                last = (long) WORDS.getAndAdd(memory, (long) WORD, 1L);
            }
            added += ADDS_PER_LOOK;
        }
        if (last < 0) {
            throw new IllegalStateException("the word has overflowed: " + last);
        }
        return added;
    }

    /** Increments a word by READ and WRITE under a lock. */
    private long increment(Channel channel, Region region, int times) {
        MemorySegment local = channel.endpoint().allocate(Long.BYTES);
        Batch batch = channel.batch(2);
        for (int i = 0; i < times; i++) {
            do {
                batch.clear().compareAndSwap(region.handle().address(LOCK), 0, 1);
                batch.execute();
            } while (batch.result(0) != 0);
            batch.clear().read(region.handle().address(COUNTER), local, 0, Long.BYTES);
            batch.execute();
            long next = (long) WORDS.get(local, 0L) + 1;
            batch.clear().writeLong(region.handle().address(COUNTER), next);
            batch.writeLong(region.handle().address(LOCK), 0);
            batch.execute();
        }
        return times;
    }

    private record Mixture(long remote, long local, long lostRemote, long lostLocal) {
        Mixture plus(Mixture other) {
            return new Mixture(
                    remote + other.remote,
                    local + other.local,
                    lostRemote + other.lostRemote,
                    lostLocal + other.lostLocal);
        }

        @Override
        public String toString() {
            return "%,d of %,d additions of the processor and %,d of %,d of the client lost"
                    .formatted(lostLocal, local, lostRemote, remote);
        }
    }

    /** One region, reached through shared memory and through RDMA. */
    private static final class Ground implements AutoCloseable {
        final Fabric shm;
        final Fabric verbs;
        final Target nearTarget;
        final Target rdmaTarget;
        final Region region;
        final Endpoint near;
        final Endpoint rdma;

        Ground(Host host) {
            shm = Fabric.open("shm", host);
            verbs = Fabric.open("verbs", host);
            nearTarget =
                    shm.listen(
                            TargetOptions.at(
                                    URI.create("shm:rdma-" + ProcessHandle.current().pid())));
            rdmaTarget = verbs.listen(TargetOptions.at(URI.create(RdmaCheck.PLACE)));
            region = nearTarget.allocate(1, BYTES, Placement.HOST);
            rdmaTarget.register(region);
            near = shm.endpoint(CLIENT);
            rdma = verbs.endpoint(CLIENT);
        }

        @Override
        public void close() {
            verbs.close();
            shm.close();
        }
    }
}
