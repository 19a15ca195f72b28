package dev.mangrove.cli.demo;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MessageKind;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The stops of the tour, in their order. */
final class Steps {
    /** The stop whose result the command checks against the shared counter. */
    static final String COUNTER = "counter";

    private static final int PAGE = 1024;
    private static final int PAGES = (int) (AddressSpace.CHUNK_BYTES / PAGE);
    private static final int RECORD_BYTES = 17;
    private static final int BATCH = 16;
    private static final int MESSAGE_BYTES = 32;

    private static final List<Step> ALL =
            List.of(
                    measured("read", "READ of 1 KiB", true, Steps::read),
                    measured("read16", "16 READs of 1 KiB in one batch", true, Steps::readBatch),
                    measured(
                            "lock_write_unlock",
                            "CAS + WRITE of 17 bytes + unlock in one batch",
                            true,
                            Steps::lockWriteUnlock),
                    measured(COUNTER, "FETCH_ADD on one counter of all", true, Steps::count),
                    measured("message", "message of 32 bytes and answer", false, Steps::message),
                    new WriteAndCompare());

    private Steps() {}

    static List<Step> all() {
        return ALL;
    }

    private static Runnable read(Visitor visitor) {
        MemorySegment page = visitor.session().allocate(PAGE);
        List<Batch> batches = batches(visitor, 1);
        return () -> {
            int server = visitor.random().nextInt(batches.size());
            Batch batch = batches.get(server).clear();
            batch.read(randomPage(visitor, server), page, 0, PAGE);
            batch.execute();
        };
    }

    private static Runnable readBatch(Visitor visitor) {
        MemorySegment pages = visitor.session().allocate((long) BATCH * PAGE);
        List<Batch> batches = batches(visitor, BATCH);
        return () -> {
            int server = visitor.random().nextInt(batches.size());
            Batch batch = batches.get(server).clear();
            for (int i = 0; i < BATCH; i++) {
                batch.read(randomPage(visitor, server), pages, (long) i * PAGE, PAGE);
            }
            batch.execute();
        };
    }

    private static Runnable lockWriteUnlock(Visitor visitor) {
        long lock = visitor.ground().record(visitor.number());
        MemorySegment record = visitor.session().allocate(RECORD_BYTES);
        Batch batch = visitor.session().channel(lock).batch(3);
        return () -> {
            batch.clear().compareAndSwap(lock, 0, 1);
            batch.write(lock + Long.BYTES, record, 0, RECORD_BYTES);
            batch.writeLong(lock, 0);
            batch.execute();
        };
    }

    private static Runnable count(Visitor visitor) {
        long counter = visitor.ground().counter();
        Batch batch = visitor.session().channel(counter).batch(1);
        return () -> {
            batch.clear().fetchAndAdd(counter, 1);
            batch.execute();
        };
    }

    private static Runnable message(Visitor visitor) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < visitor.ground().servers(); i++) {
            int server = AddressSpace.server(visitor.ground().chunk(i));
            calls.add(visitor.session().link(server).call(MESSAGE_BYTES));
        }
        return () ->
                calls.get(visitor.random().nextInt(calls.size()))
                        .execute(MessageKind.ECHO, MESSAGE_BYTES);
    }

    private static List<Batch> batches(Visitor visitor, int capacity) {
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < visitor.ground().servers(); i++) {
            batches.add(visitor.session().channel(visitor.ground().chunk(i)).batch(capacity));
        }
        return batches;
    }

    private static long randomPage(Visitor visitor, int server) {
        return visitor.ground().chunk(server) + (long) visitor.random().nextInt(PAGES) * PAGE;
    }

    private static Step measured(
            String key, String title, boolean oneSided, Function<Visitor, Runnable> operation) {
        return new Step() {
            @Override
            public String key() {
                return key;
            }

            @Override
            public String title() {
                return title;
            }

            @Override
            public boolean isOneSided() {
                return oneSided;
            }

            @Override
            public Outcome run(Visitor visitor) {
                return visitor.measure(operation.apply(visitor));
            }
        };
    }
}
