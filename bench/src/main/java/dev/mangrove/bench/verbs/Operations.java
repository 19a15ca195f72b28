package dev.mangrove.bench.verbs;

import dev.mangrove.fabric.Batch;

import java.lang.foreign.MemorySegment;

/** The measured operations; each is one batch on a random page. */
final class Operations {
    /** READs in one batch. */
    static final int BATCH = 16;

    /** Bytes of a message, and of a small WRITE. */
    static final int SMALL = 64;

    private static final int ENTRY = 17;

    private final Client client;
    private final Batch batch;
    private final MemorySegment memory;
    private final RandomPages pages;
    private final long base;

    Operations(Client client, RandomPages pages) {
        this.client = client;
        this.batch = client.batch();
        this.memory = client.memory();
        this.pages = pages;
        this.base = client.region().address(0);
    }

    void read() {
        batch.clear();
        batch.read(base + pages.next(), memory, 0, RandomPages.BYTES);
        batch.execute();
    }

    void readBatch() {
        batch.clear();
        for (int i = 0; i < BATCH; i++) {
            batch.read(
                    base + pages.next(), memory, (long) i * RandomPages.BYTES, RandomPages.BYTES);
        }
        batch.execute();
    }

    void write() {
        batch.clear();
        batch.write(base + pages.next() + SMALL, memory, 0, SMALL);
        batch.execute();
    }

    void writeUnlock() {
        long page = base + pages.next();
        batch.clear();
        batch.write(page + SMALL, memory, 0, SMALL);
        batch.writeLong(page, 0);
        batch.execute();
    }

    void compareAndSwap() {
        batch.clear();
        batch.compareAndSwap(base + pages.next(), 0, 0);
        batch.execute();
    }

    void fetchAndAdd() {
        batch.clear();
        batch.fetchAndAdd(base + pages.next() + SMALL, 1);
        batch.execute();
    }

    void lockWriteUnlock() {
        long page = base + pages.next();
        batch.clear();
        int lock = batch.compareAndSwap(page, 0, 1);
        batch.write(page + SMALL, memory, 0, ENTRY);
        batch.writeLong(page, 0);
        batch.execute();
        if (batch.result(lock) != 0) {
            throw new IllegalStateException(
                    "lock of page " + page + " is held; this benchmark has one client");
        }
    }

    void message() {
        client.messageRoundTrip(SMALL);
    }

    void reads(int operations) {
        for (int i = 0; i < operations; i++) {
            read();
        }
    }

    void readBatches(int operations) {
        for (int i = 0; i < operations; i += BATCH) {
            readBatch();
        }
    }

    void lockWriteUnlocks(int operations) {
        for (int i = 0; i < operations; i++) {
            lockWriteUnlock();
        }
    }
}
