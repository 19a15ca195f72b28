package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.host.Host;

import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/**
 * Programs about the order in which writes become visible. A publisher writes version v all over
 * block A, then all over block B, then to the word that publishes v; a reader that sees v there
 * must find v or later in every word of A and B.
 *
 * <pre>
 *   0        64                 1088               2112
 *   +--------+-------------------+------------------+
 *   | word   | A                 | B                |
 *   +--------+-------------------+------------------+
 * </pre>
 */
public final class OrderPrograms {
    /** Bytes that a publisher uses. */
    static final int PUBLISHED_BYTES = 2112;

    private static final int A = 64;
    private static final int B = 1088;
    private static final int BLOCK = 1024;
    private static final int LEAST_SIGHTINGS = 20;

    private OrderPrograms() {}

    static void publish(PeerContext context) {
        Channel channel = context.connect().channel();
        RegionHandle region = context.arguments().handle(1);
        long base = context.arguments().number(2);
        boolean ordered = channel.capabilities().orderedWrites();
        MemorySegment block = channel.endpoint().allocate(BLOCK);
        Batch batch = channel.batch(3);
        context.awaitGo();
        for (long version = 1; !context.isStopped(); version++) {
            for (int i = 0; i < BLOCK; i += Long.BYTES) {
                MemoryBytes.putWord(block, i, version);
            }
            batch.clear().write(region.address(base + A), block, 0, BLOCK);
            batch.write(region.address(base + B), block, 0, BLOCK);
            if (!ordered) {
                batch.execute();
                batch.clear();
            }
            batch.writeLong(region.address(base), version);
            batch.execute();
        }
    }

    static void followByRead(PeerContext context) {
        Channel channel = context.connect().channel();
        RegionHandle region = context.arguments().handle(1);
        long base = context.arguments().number(2);
        MemorySegment copy = channel.endpoint().allocate(PUBLISHED_BYTES);
        Batch batch = channel.batch(3);
        context.awaitGo();
        long seen =
                sightings(
                        context.host(),
                        context.arguments().number(3),
                        () -> {
                            batch.clear().read(region.address(base), copy, 0, Long.BYTES);
                            batch.read(region.address(base + A), copy, A, BLOCK);
                            batch.read(region.address(base + B), copy, B, BLOCK);
                            batch.execute();
                            long version = MemoryBytes.word(copy, 0);
                            checkPublished(copy, version);
                            return version;
                        });
        context.report(seen);
    }

    public static void followInPlace(PeerContext context) {
        Channel channel = context.connect().channel();
        RegionHandle region = context.arguments().handle(1);
        long base = context.arguments().number(2);
        MemorySegment memory = channel.direct(region).asSlice(base, PUBLISHED_BYTES);
        context.awaitGo();
        context.report(followInPlace(context.host(), memory, context.arguments().number(3)));
    }

    /**
     * Follows a publisher in memory that begins with its word; returns how many versions it has
     * seen.
     */
    public static long followInPlace(Host host, MemorySegment memory, long nanos) {
        return sightings(
                host,
                nanos,
                () -> {
                    long version = MemoryBytes.wordAcquire(memory, 0);
                    checkPublished(memory, version);
                    host.spinWait();
                    return version;
                });
    }

    static void meet(PeerContext context) {
        Meeting meeting = new Meeting(context);
        context.awaitGo();
        context.report(meeting.play(context.arguments().number(3)));
    }

    static void fill(PeerContext context) {
        Channel channel = context.connect().channel();
        long address = context.arguments().handle(1).address(context.arguments().number(2));
        int bytes = (int) context.arguments().number(3);
        MemorySegment block = channel.endpoint().allocate(bytes);
        Batch batch = channel.batch(1);
        context.awaitGo();
        for (int i = 1; !context.isStopped(); i++) {
            block.fill((byte) i);
            batch.clear().write(address, block, 0, bytes);
            batch.execute();
        }
    }

    static void checkUnits(PeerContext context) {
        VerbClient client = context.connect();
        long address = context.arguments().handle(1).address(context.arguments().number(2));
        int bytes = (int) context.arguments().number(3);
        int unit = client.channel().capabilities().readAtomicity();
        context.awaitGo();
        long seen =
                sightings(
                        context.host(),
                        context.arguments().number(4),
                        () -> {
                            byte[] block = client.read(address, bytes);
                            checkUnits(unit, block);
                            return block[0];
                        });
        context.report(seen);
    }

    private static void checkUnits(int unit, byte... block) {
        for (int i = 0; i < block.length; i++) {
            if (block[i] != block[i - i % unit]) {
                throw new AssertionError("torn unit: at=" + i + ", unit=" + unit);
            }
        }
    }

    /**
     * Calls {@code look} for the given time, and until it has seen a version; returns the number of
     * changes.
     */
    private static long sightings(Host host, long nanos, LongSupplier look) {
        long[] seen = {0, 0};
        long started = host.nanoTime();
        while (host.nanoTime() - started < nanos || seen[1] < LEAST_SIGHTINGS) {
            CounterPrograms.repeat(
                    host,
                    nanos / 10,
                    () -> {
                        long value = look.getAsLong();
                        seen[1] += value == seen[0] ? 0 : 1;
                        seen[0] = value;
                    });
            if (host.nanoTime() - started > FabricContract.PATIENCE_NANOS) {
                throw new AssertionError("hardly anything to see: sightings=" + seen[1]);
            }
        }
        return seen[1];
    }

    private static void checkPublished(MemorySegment memory, long version) {
        for (int i = A; i < PUBLISHED_BYTES; i += Long.BYTES) {
            long word = MemoryBytes.wordAcquire(memory, i);
            if (word < version) {
                throw new AssertionError(
                        "published too soon: version=" + version + ", word=" + word + ", at=" + i);
            }
        }
    }
}
