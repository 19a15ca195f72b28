package dev.mangrove.check.fabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.check.Findings;
import dev.mangrove.check.history.History;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.RegionHandle;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.net.URI;
import java.nio.ByteOrder;

/**
 * Reads, writes, swaps and adds on a few words that all share; the history tells whether it can be
 * so.
 */
final class WordClient extends CheckClient {
    /** Words in use, each at the start of a line of its own. */
    static final int WORDS = 4;

    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int OPERATIONS = 24;
    private static final int SMALL_VALUES = 3;

    private final Findings findings;
    private final History history;
    private final int client;
    private int done;

    WordClient(
            Fabric fabric,
            URI target,
            RegionHandle region,
            Findings findings,
            History history,
            int client) {
        super(fabric, target, region);
        this.findings = findings;
        this.history = history;
        this.client = client;
    }

    /** Tells the history that all words hold 0. */
    static void recordStart(History history, Findings findings) {
        for (int word = 0; word < WORDS; word++) {
            int put = history.invokePut(-1, word, 0, findings.tick());
            history.done(put, findings.tick());
        }
    }

    @Override
    boolean isDone() {
        return done >= OPERATIONS;
    }

    @Override
    void work(Channel channel) {
        Batch batch = channel.batch(1);
        MemorySegment local = channel.endpoint().allocate(Long.BYTES);
        while (!isDone()) {
            done++;
            findings.operation();
            int word = random().nextInt(WORDS);
            long address = at(word * 64L);
            batch.clear();
            switch (random().nextInt(4)) {
                case 0 -> get(batch, address, local, word);
                case 1 -> put(batch, address, word);
                case 2 -> swap(batch, address, word);
                default -> add(batch, address, word);
            }
        }
    }

    private void get(Batch batch, long address, MemorySegment local, int word) {
        int op = history.invokeGet(client, word, findings.tick());
        batch.read(address, local, 0, Long.BYTES);
        batch.execute();
        history.found(op, local.get(WORD, 0), findings.tick());
    }

    private void put(Batch batch, long address, int word) {
        long value = value();
        int op = history.invokePut(client, word, value, findings.tick());
        batch.writeLong(address, value);
        batch.execute();
        history.done(op, findings.tick());
    }

    private void swap(Batch batch, long address, int word) {
        long expected = random().nextInt(SMALL_VALUES);
        long value = value();
        int op = history.invokeReplace(client, word, expected, value, findings.tick());
        batch.compareAndSwap(address, expected, value);
        batch.execute();
        history.found(op, batch.result(0), findings.tick());
    }

    private void add(Batch batch, long address, int word) {
        int op = history.invokeFetchAdd(client, word, 1, findings.tick());
        batch.fetchAndAdd(address, 1);
        batch.execute();
        history.found(op, batch.result(0), findings.tick());
    }

    /** Mostly small, so that swaps match; otherwise telling. */
    private long value() {
        return random().nextInt(2) == 0
                ? random().nextInt(SMALL_VALUES)
                : ((long) (client + 1) << 32) + ((long) done << 8);
    }
}
