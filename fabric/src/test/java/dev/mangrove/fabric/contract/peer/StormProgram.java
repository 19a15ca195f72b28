package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.contract.MemoryBytes;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A client that executes random verbs, messages and connects until it is killed. A message is a
 * length, then bytes that the length determines, so that the server can recognize a damaged one.
 */
public final class StormProgram {
    private static final int REQUESTS = 12;
    private static final int LONGEST = 2048;
    private static final int BATCHES_PER_CONNECTION = 200;

    private StormProgram() {}

    static void storm(PeerContext context) {
        SplittableRandom random = new SplittableRandom(context.arguments().number(2));
        RegionHandle region = context.arguments().handle(1);
        context.awaitGo();
        while (!context.isStopped()) {
            try (Endpoint endpoint = context.newEndpoint()) {
                Channel channel = endpoint.connect(context.arguments().uri(0));
                channel.attach(region);
                connection(channel, region, random);
            }
        }
    }

    /** Builds a message of the given length. */
    public static byte[] message(int length) {
        byte[] bytes = MemoryBytes.pattern(length, length);
        MemorySegment.copy(
                MemorySegment.ofArray(MemoryBytes.bytesOf(length)),
                0,
                MemorySegment.ofArray(bytes),
                0,
                8);
        return bytes;
    }

    private static void connection(Channel channel, RegionHandle region, SplittableRandom random) {
        Endpoint endpoint = channel.endpoint();
        MemorySegment local = endpoint.allocate((long) REQUESTS * LONGEST);
        Batch batch = channel.batch(REQUESTS);
        for (int i = random.nextInt(BATCHES_PER_CONNECTION); i >= 0; i--) {
            batch.clear();
            for (int n = random.nextInt(REQUESTS); n >= 0; n--) {
                record(batch, region, local, random);
            }
            batch.execute();
            endpoint.receive(
                    (from, memory, offset, length) ->
                            checkMessage(MemoryBytes.bytes(memory, offset, length)));
        }
    }

    /** Asserts that a message is undamaged. */
    public static void checkMessage(byte... message) {
        if (MemoryBytes.wordOf(message) != message.length
                || !Arrays.equals(message, message(message.length))) {
            throw new AssertionError("damaged message: length=" + message.length);
        }
    }

    private static void record(
            Batch batch, RegionHandle region, MemorySegment local, SplittableRandom random) {
        int length = random.nextInt(Long.BYTES, LONGEST);
        long address =
                region.address(random.nextLong((region.size() - length) / Long.BYTES) * Long.BYTES);
        long offset = (long) batch.size() * LONGEST;
        switch (random.nextInt(6)) {
            case 0 -> batch.read(address, local, offset, length);
            case 1 -> batch.write(address, local, offset, length);
            case 2 -> batch.compareAndSwap(address, 0, 1);
            case 3 -> batch.fetchAndAdd(address, 1);
            case 4 -> batch.writeImmediate(address, local, offset, length, length);
            default -> {
                MemoryBytes.put(local, offset, message(length));
                batch.send(local, offset, length);
            }
        }
    }
}
