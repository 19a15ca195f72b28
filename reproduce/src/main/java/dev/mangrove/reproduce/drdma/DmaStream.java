package dev.mangrove.reproduce.drdma;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.DmaEngine;
import dev.mangrove.sim.hardware.Profile;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One thread that sends fragments of an area of its memory without pause: batches of WRITEs, two
 * under way, each of a selection whose rows lie a stride apart. What its card does to fetch them is
 * what sections 5.3 to 5.7 of D-RDMA measure. At the end of the area it starts again; in an area of
 * {@link #MEMORY} bytes no stream gets there.
 */
final class DmaStream {
    /** Area of section 5.5 that the processor's cache keeps. */
    static final int CACHED = 16 << 10;

    /** Stands for the 1 GB of section 5.3: larger than the cache, and no address is read twice. */
    static final int MEMORY = 64 << 20;

    private static final int BATCHES = 4;
    private static final int WRITES = 4;
    private static final int ROWS = 1024;
    private static final int REGION = 4 << 20;
    private static final long LONGEST_NANOS = 1_000_000_000;

    private final SimHost host;
    private final MemorySegment area;
    private final long target;
    private final List<Batch> batches = new ArrayList<>();

    /**
     * What a stream comes to.
     *
     * @param gbps payload per second
     * @param dmaNanos mean latency of a DMA read
     * @param wireShare bytes on the wire for each byte of payload
     * @param dmasPerRow DMA reads for each row
     */
    record Flow(double gbps, double dmaNanos, double wireShare, double dmasPerRow) {}

    private DmaStream(Testbed testbed, SimHost host, long areaBytes) {
        this.host = host;
        Endpoint endpoint = Testbed.endpoint(host);
        area = endpoint.allocate(areaBytes);
        Channel channel = testbed.connect(endpoint, 0);
        target = testbed.handle(0).address(0);
        for (int i = 0; i < BATCHES; i++) {
            batches.add(channel.batch(WRITES));
        }
        testbed.ready();
    }

    /** Runs streams of one thread, one after the other, on a cluster of its own. */
    static <T> T on(Profile profile, long areaBytes, Function<DmaStream, T> streams) {
        try (Testbed testbed = new Testbed(profile, 1, REGION, Placement.HOST, 1)) {
            List<T> results = new ArrayList<>();
            testbed.startClients(
                    1,
                    (host, _) ->
                            results.add(streams.apply(new DmaStream(testbed, host, areaBytes))));
            if (!testbed.cluster().runUntil(LONGEST_NANOS, () -> !results.isEmpty())) {
                throw new IllegalStateException("rows are not sent: profile=" + profile.name());
            }
            return results.getFirst();
        }
    }

    /** The profile with a card that fetches each fragment by a DMA of its own. */
    static Profile listed(Profile profile) {
        return profile.with("nic.selections", 1);
    }

    /** The profile with a card that plans what it fetches. */
    static Profile planned(Profile profile) {
        return profile.with("nic.selections", 2);
    }

    /** Sends fragments of a size, a stride apart. */
    Flow send(int size, int stride) {
        return send(RowMask.whole(size), stride);
    }

    /**
     * Sends rows, a stride apart. The first batch fills the card's queues; what is counted are the
     * DMAs of the last two, and the time of the two in the middle, before and after which another
     * one is under way.
     */
    Flow send(RowMask mask, int stride) {
        List<List<Selection>> rows = rows(mask, stride);
        DmaEngine dma = host.nic().dma();
        submit(0, rows);
        submit(1, rows);
        batches.get(0).await();
        long start = host.nanoTime();
        long reads = dma.reads();
        long picos = dma.readPicos();
        long wire = host.nic().wireBytes();
        submit(2, rows);
        batches.get(1).await();
        submit(3, rows);
        double sentBytes = host.nic().wireBytes() - wire;
        double dmas = dma.reads() - reads;
        double dmaNanos = (dma.readPicos() - picos) / dmas / 1_000;
        batches.get(2).await();
        long nanos = host.nanoTime() - start;
        batches.get(3).await();
        double payload = 2.0 * WRITES * ROWS * mask.bytes();
        return new Flow(
                8 * payload / nanos, dmaNanos, sentBytes / payload, dmas / (2 * WRITES * ROWS));
    }

    /** Latency of a WRITE of one row while nothing else is under way. */
    double alone(RowMask mask) {
        Batch batch = batches.getFirst();
        batch.clear();
        batch.write(target, area, new Selection().strided(0, 1, mask));
        long start = host.nanoTime();
        batch.execute();
        return host.nanoTime() - start;
    }

    private List<List<Selection>> rows(RowMask mask, int stride) {
        List<List<Selection>> all = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < BATCHES; i++) {
            List<Selection> ofBatch = new ArrayList<>();
            for (int j = 0; j < WRITES; j++) {
                long[] pointers = new long[ROWS];
                for (int row = 0; row < ROWS; row++) {
                    at = at + mask.span() <= area.byteSize() ? at : 0;
                    pointers[row] = at;
                    at += stride;
                }
                ofBatch.add(new Selection().pointed(pointers, ROWS, mask));
            }
            all.add(ofBatch);
        }
        return all;
    }

    private void submit(int number, List<List<Selection>> rows) {
        Batch batch = batches.get(number);
        batch.clear();
        for (Selection selection : rows.get(number)) {
            batch.write(target, area, selection);
        }
        batch.submit();
    }
}
