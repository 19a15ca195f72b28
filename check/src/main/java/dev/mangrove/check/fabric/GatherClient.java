package dev.mangrove.check.fabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.check.Findings;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.net.URI;
import java.nio.ByteOrder;

/**
 * Scatters versions to rows of its own under sequence locks, and gathers the rows of all clients.
 *
 * <pre>
 * a row    guard | word | gap | word      the gap holds the row's number, and no scatter covers it
 * writer   guard = 2v - 1; words = v; guard = 2v
 * reader   if the gather reports no torn row and the guard is 2v, both words are v
 * </pre>
 */
final class GatherClient extends CheckClient {
    /** Bytes of all rows of one client. */
    static final int BYTES = 512;

    private static final int ROW = 128;
    private static final int ROWS = BYTES / ROW;
    private static final int GAP = 64;
    private static final int LAST = 120;
    private static final int PAYLOAD = 4 * Long.BYTES;
    private static final int ROUNDS = 12;
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Findings findings;
    private final long rows;
    private final int client;
    private final int clients;
    private final Selection locked = new Selection();
    private final Selection written = new Selection();
    private final Selection read = new Selection();
    private final RowMask values = new RowMask(ROW).run(8, 8).run(LAST, 8);
    private final RowMask guards = new RowMask(ROW).run(0, 8);
    private final RowMask guarded =
            new RowMask(ROW).run(0, 8).run(8, 8).run(GAP, 8).run(LAST, 8).guard(0);
    private final long[] pointers = new long[ROWS];
    private long version;
    private int rounds;
    private boolean lost;

    GatherClient(
            Fabric fabric,
            URI target,
            RegionHandle region,
            Findings findings,
            long rows,
            int client,
            int clients) {
        super(fabric, target, region);
        this.findings = findings;
        this.rows = rows;
        this.client = client;
        this.clients = clients;
    }

    /** Puts its number into the gap of each row. */
    static void prepare(MemorySegment memory, long rows, int clients) {
        for (int row = 0; row < clients * ROWS; row++) {
            memory.set(WORD, rows + (long) row * ROW + GAP, row);
        }
    }

    @Override
    boolean isDone() {
        return rounds >= ROUNDS;
    }

    /** A scatter that was under way may still land, over what a new connection would write. */
    @Override
    void onLoss(FabricException reason) {
        lost = true;
    }

    @Override
    void work(Channel channel) {
        Batch batch = channel.batch(4);
        MemorySegment local = channel.endpoint().allocate(ROWS * PAYLOAD);
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

    private void write(Batch batch, MemorySegment local) {
        version++;
        long mine = at(rows + (long) client * BYTES);
        batch.clear();
        fill(local, 0, ROWS, 2 * version - 1);
        fill(local, ROWS, 2 * ROWS, version);
        fill(local, 3 * ROWS, ROWS, 2 * version);
        batch.scatter(locked.strided(mine, ROWS, guards), local, 0);
        settle(batch);
        batch.scatter(written.strided(mine, ROWS, values), local, (long) ROWS * Long.BYTES);
        settle(batch);
        batch.scatter(locked, local, 3L * ROWS * Long.BYTES);
        batch.execute();
    }

    private static void fill(MemorySegment local, int from, int number, long value) {
        for (int i = from; i < from + number; i++) {
            local.set(WORD, (long) i * Long.BYTES, value);
        }
    }

    /** Where WRITEs may overtake each other, waits for those before. */
    private static void settle(Batch batch) {
        if (!batch.channel().capabilities().orderedWrites()) {
            batch.execute();
            batch.clear();
        }
    }

    private void read(Batch batch, MemorySegment local, int other) {
        long first = at(rows + (long) other * BYTES);
        boolean pointed = random().nextInt(2) == 0;
        for (int row = 0; row < ROWS; row++) {
            pointers[row] = first + (long) (ROWS - 1 - row) * ROW;
        }
        batch.clear()
                .gather(
                        pointed
                                ? read.pointed(pointers, ROWS, guarded)
                                : read.strided(first, ROWS, guarded),
                        local,
                        0);
        batch.execute();
        if (batch.tornRows(0) > 0) {
            return;
        }
        for (int row = 0; row < ROWS; row++) {
            int number = other * ROWS + (pointed ? ROWS - 1 - row : row);
            verify(local, (long) row * PAYLOAD, number);
        }
    }

    private void verify(MemorySegment local, long at, int number) {
        long guard = local.get(WORD, at);
        long one = local.get(WORD, at + 8);
        long gap = local.get(WORD, at + 16);
        long other = local.get(WORD, at + 24);
        if (gap != number) {
            findings.violation("a gather or scatter has missed its row: " + number + ", " + gap);
        }
        if (guard % 2 == 0 && (one != guard / 2 || other != guard / 2)) {
            findings.violation(
                    "row between equal guards is mixed: " + guard + ", " + one + ", " + other);
        }
    }
}
