package dev.mangrove.check.fabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.check.Findings;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.RegionHandle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.net.URI;
import java.nio.ByteOrder;

/**
 * Writes numbered versions of a slot of its own, data first and then a flag, and reads the slots of
 * others: the data is never older than the flag read before it, no unit is torn, nothing goes back
 * in time, and its own slot holds what it wrote last.
 */
final class OrderClient extends CheckClient {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int ROUNDS = 16;
    private static final int LINE = 64;
    private static final int DATA = 4 * LINE;

    /** Bytes of a slot. */
    static final int SLOT = DATA + LINE;

    private final Findings findings;
    private final long slots;
    private final int client;
    private final int clients;
    private final long[] seen;
    private int version;
    private int rounds;
    private boolean lost;

    OrderClient(
            Fabric fabric,
            URI target,
            RegionHandle region,
            Findings findings,
            long slots,
            int client,
            int clients) {
        super(fabric, target, region);
        this.findings = findings;
        this.slots = slots;
        this.client = client;
        this.clients = clients;
        this.seen = new long[clients];
    }

    @Override
    boolean isDone() {
        return rounds >= ROUNDS;
    }

    @Override
    void work(Channel channel) {
        Batch batch = channel.batch(4);
        MemorySegment local = channel.endpoint().allocate(2 * SLOT);
        while (!isDone()) {
            rounds++;
            findings.operation();
            if (random().nextInt(2) == 0 && !lost) {
                write(batch, local);
            } else {
                read(batch, local, random().nextInt(clients));
            }
        }
    }

    /** A write that was under way may still land, over whatever a new connection would write. */
    @Override
    void onLoss(FabricException reason) {
        lost = true;
    }

    private void write(Batch batch, MemorySegment local) {
        long data = at(slots + (long) client * SLOT);
        version++;
        for (int i = 0; i < DATA; i += Long.BYTES) {
            local.set(WORD, i, version);
        }
        batch.clear().write(data, local, 0, DATA);
        if (!batch.channel().capabilities().orderedWrites()) {
            batch.execute();
            batch.clear();
        }
        batch.writeLong(data + DATA, version);
        batch.read(data, local, SLOT, DATA);
        batch.execute();
        for (int i = 0; i < DATA; i += Long.BYTES) {
            if (local.get(WORD, SLOT + i) != version) {
                findings.violation(
                        "own write not read back: wrote "
                                + version
                                + ", read "
                                + local.get(WORD, SLOT + i));
                return;
            }
        }
    }

    private void read(Batch batch, MemorySegment local, int other) {
        long data = at(slots + (long) other * SLOT);
        batch.clear().read(data + DATA, local, DATA, Long.BYTES);
        batch.read(data, local, 0, DATA);
        batch.execute();
        long flag = local.get(WORD, DATA);
        int unit = batch.channel().capabilities().readAtomicity();
        for (int i = 0; i < DATA; i += Long.BYTES) {
            long found = local.get(WORD, i);
            if (found < flag) {
                findings.violation("data is older than its flag: flag " + flag + ", data " + found);
            }
            if (found != local.get(WORD, i - i % unit)) {
                findings.violation(
                        "torn within a unit: " + found + ", " + local.get(WORD, i - i % unit));
            }
            if (found < seen[other]) {
                findings.violation("went back in time: " + found + " after flag " + seen[other]);
            }
        }
        seen[other] = Math.max(seen[other], flag);
    }
}
