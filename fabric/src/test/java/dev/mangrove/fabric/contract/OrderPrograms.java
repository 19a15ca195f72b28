package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Host;
import dev.mangrove.fabric.RegionHandle;

import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/**
 * Programs about the order in which writes become visible. A publisher writes version v all over
 * block A, then all over block B, then to the word that publishes v; whoever sees v there must find
 * v or later in every word of A and B.
 *
 * <pre>
 *   0        64                 1088               2112
 *   +--------+-------------------+------------------+
 *   | word   | A                 | B                |
 *   +--------+-------------------+------------------+
 * </pre>
 */
final class OrderPrograms {
    /** Bytes that a publisher uses. */
    static final int PUBLISHED_BYTES = 2112;

    private static final int A = 64;
    private static final int B = 1088;
    private static final int BLOCK = 1024;

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
                Memory.putWord(block, i, version);
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
        context.say(
                follow(
                        context.arguments().number(3),
                        () -> {
                            batch.clear().read(region.address(base), copy, 0, Long.BYTES);
                            batch.read(region.address(base + A), copy, A, BLOCK);
                            batch.read(region.address(base + B), copy, B, BLOCK);
                            batch.execute();
                            checkPublished(copy, Memory.word(copy, 0));
                            return Memory.word(copy, 0);
                        }));
    }

    static void followInPlace(PeerContext context) {
        Channel channel = context.connect().channel();
        RegionHandle region = context.arguments().handle(1);
        MemorySegment memory =
                channel.direct(region).asSlice(context.arguments().number(2), PUBLISHED_BYTES);
        context.awaitGo();
        context.say(follow(context.host(), memory, context.arguments().number(3)));
    }

    /** Follows a publisher in memory that begins with its word; returns the last version seen. */
    static long follow(Host host, MemorySegment memory, long sightings) {
        return follow(
                sightings,
                () -> {
                    long version = Memory.wordAcquire(memory, 0);
                    checkPublished(memory, version);
                    host.spinWait();
                    return version;
                });
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
        Client client = context.connect();
        long address = context.arguments().handle(1).address(context.arguments().number(2));
        int bytes = (int) context.arguments().number(3);
        int unit = client.channel().capabilities().readAtomicity();
        long sightings = context.arguments().number(4);
        context.awaitGo();
        long seen = 0;
        byte last = 0;
        while (seen < sightings) {
            byte[] block = client.read(address, bytes);
            for (int i = 0; i < bytes; i++) {
                if (block[i] != block[i - i % unit]) {
                    throw new AssertionError("torn unit: at=" + i + ", unit=" + unit);
                }
            }
            seen += block[0] == last ? 0 : 1;
            last = block[0];
        }
    }

    /** Looks until the version has changed often enough; it must never go back. */
    private static long follow(long sightings, LongSupplier look) {
        long seen = 0;
        long last = 0;
        while (seen < sightings) {
            long version = look.getAsLong();
            if (version < last) {
                throw new AssertionError(
                        "version went back: last=" + last + ", version=" + version);
            }
            seen += version == last ? 0 : 1;
            last = version;
        }
        return last;
    }

    private static void checkPublished(MemorySegment memory, long version) {
        for (int i = A; i < PUBLISHED_BYTES; i += Long.BYTES) {
            long word = Memory.wordAcquire(memory, i);
            if (word < version) {
                throw new AssertionError(
                        "published too soon: version=" + version + ", word=" + word + ", at=" + i);
            }
        }
    }
}
