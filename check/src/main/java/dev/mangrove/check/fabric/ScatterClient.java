package dev.mangrove.check.fabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.check.Findings;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.ScatterGroup;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.net.URI;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Writes selections to a slot of its own at each of two servers, by one posting. Writes to a server
 * overlap, each from a line after that of the one before, so the slot shows their order:
 *
 * <pre>
 * slot    1 | 2 | 3 | 3      line by line, after the writes 1, 2 and 3
 * </pre>
 *
 * Now and then a write to one server is out of bounds. Its channel fails; the writes to the other
 * server must complete.
 */
final class ScatterClient extends CheckClient {
    /** Bytes of a slot. */
    static final int BYTES = 256;

    private static final int SERVERS = 2;
    private static final int MOST_WRITES = 3;
    private static final int LINE = 64;
    private static final int FRAGMENT = 32;
    private static final int FRAGMENTS = 4;
    private static final int LENGTH = FRAGMENT * FRAGMENTS;
    private static final int ROUNDS = 10;
    private static final int MISTAKE_ONE_IN = 8;
    private static final RowMask HALF = new RowMask(2 * FRAGMENT).run(0, FRAGMENT);
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final URI other;
    private final RegionHandle[] regions;
    private final Findings findings;
    private final long slot;
    private final boolean mayLoseConnections;
    private final long[][] expected = new long[SERVERS][BYTES / LINE];
    private final boolean[] failed = new boolean[SERVERS];
    private long version;
    private int rounds;
    private boolean lost;

    ScatterClient(
            Fabric fabric,
            List<URI> targets,
            List<RegionHandle> regions,
            Findings findings,
            long slot,
            boolean mayLoseConnections) {
        super(fabric, targets.getFirst(), regions.getFirst());
        this.other = targets.getLast();
        this.regions = regions.toArray(RegionHandle[]::new);
        this.findings = findings;
        this.slot = slot;
        this.mayLoseConnections = mayLoseConnections;
    }

    /** After a loss, a write that was under way may still land over later ones. */
    @Override
    boolean isDone() {
        return rounds >= ROUNDS || lost;
    }

    @Override
    void onLoss(FabricException reason) {
        lost = true;
    }

    @Override
    void work(Channel channel) {
        Channel second = channel.endpoint().connect(other);
        second.attach(regions[1]);
        List<Channel> channels = List.of(channel, second);
        ScatterGroup group = new ScatterGroup(channels, MOST_WRITES);
        MemorySegment table =
                channel.endpoint().allocate((long) SERVERS * MOST_WRITES * 2 * LENGTH);
        MemorySegment copy = channel.endpoint().allocate(BYTES);
        while (!isDone()) {
            rounds++;
            findings.operation();
            record(group.clear(), table);
            post(group);
            for (int server = 0; server < SERVERS; server++) {
                verify(server, group.failure(server), channels.get(server), copy);
            }
        }
    }

    private void record(ScatterGroup group, MemorySegment table) {
        for (int server = 0; server < SERVERS; server++) {
            int writes = random().nextInt(MOST_WRITES + 1);
            for (int i = 0; i < writes; i++) {
                write(group, server, i, table);
            }
        }
    }

    private void write(ScatterGroup group, int server, int number, MemorySegment table) {
        long at = (long) (server * MOST_WRITES + number) * 2 * LENGTH;
        version++;
        for (int i = 0; i < 2 * LENGTH; i += Long.BYTES) {
            table.set(WORD, at + i, i % (2 * FRAGMENT) < FRAGMENT ? version : -version);
        }
        boolean mistake = random().nextInt(MISTAKE_ONE_IN) == 0 && !failed[1 - server];
        long size = regions[server].size();
        long to = regions[server].address(mistake ? size - LINE : slot + (long) number * LINE);
        int _ = group.write(server, to, table, new Selection().strided(at, FRAGMENTS, HALF));
        failed[server] |= mistake;
        expected[server][number] = version;
        expected[server][number + 1] = version;
    }

    private void post(ScatterGroup group) {
        try {
            group.submit();
            boolean _ = group.await();
        } catch (FabricException e) {
            findings.violation("a group has failed as a whole: " + e);
            throw e;
        }
    }

    private void verify(
            int server, @Nullable FabricException failure, Channel channel, MemorySegment copy) {
        if (failure != null) {
            if (!failed[server] && !mayLoseConnections) {
                findings.violation("a server of a group that is not lost has failed: " + failure);
            }
            failed[server] = true;
            return;
        }
        if (failed[server]) {
            return; // Nothing was written to it in this round.
        }
        Batch batch = channel.batch(1);
        batch.read(regions[server].address(slot), copy, 0, BYTES);
        batch.execute();
        compare(server, channel.capabilities().orderedWrites(), copy);
    }

    /** Where WRITEs may overtake each other, a line has one of the versions that were written. */
    private void compare(int server, boolean ordered, MemorySegment copy) {
        for (int at = 0; at < BYTES; at += Long.BYTES) {
            long found = copy.get(WORD, at);
            long wanted = expected[server][at / LINE];
            if (ordered ? found != wanted : found < 0 || found > version) {
                findings.violation(
                        "a write of a group is missing or late: server=%d, byte=%d, %d, not %d"
                                .formatted(server, at, found, wanted));
                return;
            }
        }
    }
}
