package dev.mangrove.cli.demo;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.session.Session;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;

/** Where clients wait for each other: a word that each adds one to, and reads until all have. */
final class Barrier {
    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final long LIMIT_NANOS = Duration.ofSeconds(20).toNanos();
    private static final long PAUSE_NANOS = 200_000;

    private final Host host;
    private final long address;
    private final int parties;
    private final Batch batch;
    private final MemorySegment local;
    private long meetings;

    Barrier(Session session, long address, int parties) {
        this.host = session.host();
        this.address = address;
        this.parties = parties;
        this.batch = session.channel(address).batch(1);
        this.local = session.allocate(Long.BYTES);
    }

    /** Returns when all have come as often as this one. */
    void await() {
        meetings++;
        batch.clear().fetchAndAdd(address, 1);
        batch.execute();
        long deadline = host.nanoTime() + LIMIT_NANOS;
        while (arrived() < meetings * parties) {
            if (host.nanoTime() - deadline > 0) {
                throw new IllegalStateException("another client of the demo does not come");
            }
            host.sleep(PAUSE_NANOS);
        }
    }

    private long arrived() {
        batch.clear().read(address, local, 0, Long.BYTES);
        batch.execute();
        return local.get(WORD, 0);
    }
}
