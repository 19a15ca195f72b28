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
 * Takes a lock, reads the record that it guards, writes it back with every word one higher, and
 * releases the lock.
 */
final class LockClient extends CheckClient {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int ROUNDS = 6;
    private static final int TRIES = 40;
    private static final int LONGEST_PAUSE_NANOS = 6_000;

    private final Findings findings;
    private final RemoteLock lock;
    private final GuardedRecord[] records;
    private final long id;
    private int rounds;

    LockClient(
            Fabric fabric,
            URI target,
            RegionHandle region,
            Findings findings,
            RemoteLock lock,
            GuardedRecord[] records,
            int client) {
        super(fabric, target, region);
        this.findings = findings;
        this.lock = lock;
        this.records = records;
        this.id = client + 1L;
    }

    @Override
    boolean isDone() {
        return rounds >= ROUNDS;
    }

    @Override
    void work(Channel channel) {
        Batch batch = channel.batch(2);
        MemorySegment local = channel.endpoint().allocate(GuardedRecord.BYTES);
        while (!isDone()) {
            rounds++;
            findings.operation();
            GuardedRecord record = records[random().nextInt(records.length)];
            if (acquire(batch, record)) {
                increment(batch, record, local);
            }
        }
    }

    private boolean acquire(Batch batch, GuardedRecord record) {
        for (int tries = 0; tries < TRIES; tries++) {
            if (lock.tryAcquire(batch, at(record.lockOffset()), id)) {
                record.entered(id, findings);
                return true;
            }
            host().sleep(1 + random().nextInt(LONGEST_PAUSE_NANOS));
        }
        return false;
    }

    private void increment(Batch batch, GuardedRecord record, MemorySegment local) {
        batch.clear().read(at(record.dataOffset()), local, 0, GuardedRecord.BYTES);
        batch.execute();
        long before = local.get(WORD, 0);
        for (int i = 0; i < GuardedRecord.BYTES; i += Long.BYTES) {
            if (local.get(WORD, i) != before) {
                findings.violation(
                        "record under lock is mixed: " + before + ", " + local.get(WORD, i));
            }
            local.set(WORD, i, before + 1);
        }
        record.begun();
        batch.clear().write(at(record.dataOffset()), local, 0, GuardedRecord.BYTES);
        if (!batch.channel().capabilities().orderedWrites()) {
            batch.execute();
            batch.clear();
        }
        lock.addRelease(batch, at(record.lockOffset()));
        record.left(id);
        batch.execute();
        record.done();
    }
}
