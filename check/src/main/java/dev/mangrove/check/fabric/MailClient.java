package dev.mangrove.check.fabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.check.Findings;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.RegionHandle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.net.URI;
import java.nio.ByteOrder;

/**
 * Sends numbered messages and numbered writes with immediates; {@link MailServer} answers each
 * message.
 */
final class MailClient extends CheckClient {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int ROUNDS = 8;
    private static final int MOST_PER_ROUND = 4;
    private static final long PATIENCE_NANOS = 10_000_000;

    /** Bytes of a message: the client's slot and a number. */
    static final int MESSAGE = 16;

    private final Findings findings;
    private final long slot;
    private int rounds;
    private long sent;
    private long heard;
    private long written;

    MailClient(Fabric fabric, URI target, RegionHandle region, Findings findings, long slot) {
        super(fabric, target, region);
        this.findings = findings;
        this.slot = slot;
    }

    @Override
    boolean isDone() {
        return rounds >= ROUNDS;
    }

    @Override
    void work(Channel channel) {
        Batch batch = channel.batch(2 * MOST_PER_ROUND);
        MemorySegment local = channel.endpoint().allocate(2L * MOST_PER_ROUND * MESSAGE);
        sent = 0;
        heard = 0;
        while (!isDone()) {
            rounds++;
            batch.clear();
            int number = 1 + random().nextInt(MOST_PER_ROUND);
            for (int i = 0; i < number; i++) {
                findings.operation();
                record(batch, local, i);
            }
            batch.execute();
            hear(channel);
        }
    }

    private void record(Batch batch, MemorySegment local, int i) {
        long place = (long) i * MESSAGE;
        if (random().nextInt(3) == 0) {
            local.set(WORD, place, ++written);
            batch.writeImmediate(at(slot), local, place, Long.BYTES, (int) written);
        } else {
            local.set(WORD, place, slot);
            local.set(WORD, place + Long.BYTES, ++sent);
            batch.send(local, place, MESSAGE);
        }
    }

    private void hear(Channel channel) {
        while (heard < sent && channel.endpoint().awaitMessage(PATIENCE_NANOS)) {
            channel.endpoint()
                    .receive(
                            (from, memory, offset, length) -> {
                                long number = memory.get(WORD, offset + Long.BYTES);
                                if (number != ++heard) {
                                    findings.violation(
                                            "answer out of order: got "
                                                    + number
                                                    + ", expected "
                                                    + heard);
                                }
                            });
        }
    }
}
