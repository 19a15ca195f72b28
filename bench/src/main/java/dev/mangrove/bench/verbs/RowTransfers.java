package dev.mangrove.bench.verbs;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Ways to fetch 16 bytes of each of 1,024 rows of 1 KiB: as a gather, by a READ for each row, by a
 * READ of all rows, and in place. Each operation fetches another part of the region.
 */
final class RowTransfers {
    /** Rows of one operation. */
    static final int ROWS = 1024;

    /** Bytes of all rows of one operation. */
    static final int BYTES = ROWS * RandomPages.BYTES;

    private static final int WANTED = 16;
    private static final int OFFSET = 64;

    private final Batch batch;
    private final MemorySegment local;
    private final long base;
    private final long parts;
    private final RowMask mask = new RowMask(RandomPages.BYTES).run(OFFSET, WANTED);
    private final Selection rows = new Selection();
    private long part;

    /** Operations on the first bytes of the client's region. */
    RowTransfers(Client client, long bytes) {
        batch = client.channel().batch(ROWS);
        local = client.channel().endpoint().allocate(BYTES);
        base = client.region().address(0);
        parts = bytes / BYTES;
    }

    /** Where the next part begins: parts far from each other follow, so none is prefetched. */
    private long next() {
        part = (part + (parts / 2 | 1)) % parts;
        return part * BYTES;
    }

    void gather() {
        batch.clear().gather(rows.strided(base + next(), ROWS, mask), local, 0);
        batch.execute();
    }

    void readEachRow() {
        long first = base + next() + OFFSET;
        batch.clear();
        for (int row = 0; row < ROWS; row++) {
            long at = first + (long) row * RandomPages.BYTES;
            batch.read(at, local, (long) row * WANTED, WANTED);
        }
        batch.execute();
    }

    void readAll() {
        batch.clear().read(base + next(), local, 0, BYTES);
        batch.execute();
    }

    void gatherOneRow() {
        batch.clear().gather(rows.strided(base + next(), 1, mask), local, 0);
        batch.execute();
    }

    void readOneRow() {
        batch.clear().read(base + next() + OFFSET, local, 0, WANTED);
        batch.execute();
    }

    /** One page, and its round trip. */
    void readPage() {
        batch.clear().read(base + next(), local, 0, RandomPages.BYTES);
        batch.execute();
    }

    /** One page, and its round trip. */
    void writePage() {
        batch.clear().write(base + next(), local, 0, RandomPages.BYTES);
        batch.execute();
    }

    /** The loop that a program would write over the mapped region. */
    void loop(MemorySegment mapped) {
        long first = next() + OFFSET;
        for (int row = 0; row < ROWS; row++) {
            long from = first + (long) row * RandomPages.BYTES;
            long to = (long) row * WANTED;
            local.set(ValueLayout.JAVA_LONG, to, mapped.get(ValueLayout.JAVA_LONG, from));
            local.set(ValueLayout.JAVA_LONG, to + 8, mapped.get(ValueLayout.JAVA_LONG, from + 8));
        }
    }

    /** Repeats an operation. */
    static AlternatingRounds.Side repeated(Runnable operation) {
        return operations -> {
            for (int i = 0; i < operations; i++) {
                operation.run();
            }
        };
    }
}
