package dev.mangrove.check.stress;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** A client that releases every taken latch that it finds, also those of other clients. */
final class LatchBreaker {
    private static final int STEP_BYTES = 1 << 16;

    private LatchBreaker() {}

    public static void main(String[] arguments) throws IOException {
        ClientTask task = ClientTask.parse(arguments);
        Thread.ofPlatform().daemon().start(() -> breakLatches(task));
        StressClient.run(task, IndexOpener.REAL);
    }

    private static void breakLatches(ClientTask task) {
        try (Mangrove mangrove = Mangrove.connect(task.pool());
                Session session = ClientAccess.of(mangrove).session()) {
            MemorySegment copy = session.allocate(STEP_BYTES);
            while (true) {
                for (int server = 0; server < task.servers(); server++) {
                    breakLatches(session, server, copy);
                }
            }
        }
    }

    private static void breakLatches(Session session, int server, MemorySegment copy) {
        int region = AddressSpace.regionId(server, AddressSpace.CHUNK_REGION);
        long from = AddressSpace.FIRST_LATCH;
        Batch batch = session.channel(Address.of(region, from)).batch(1);
        for (; from < AddressSpace.LATCHES_END; from += STEP_BYTES) {
            batch.clear();
            batch.read(Address.of(region, from), copy, 0, STEP_BYTES);
            batch.execute();
            for (long i = 0; i < STEP_BYTES; i += Long.BYTES) {
                if (copy.get(JAVA_LONG, i) != 0) {
                    batch.clear();
                    batch.writeLong(Address.of(region, from + i), 0);
                    batch.execute();
                }
            }
        }
    }
}
