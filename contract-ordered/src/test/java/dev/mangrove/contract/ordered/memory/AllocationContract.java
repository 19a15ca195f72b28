package dev.mangrove.contract.ordered.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.function.LongConsumer;

/** Operations allocate nothing on the heap; measured on shared memory. */
public abstract class AllocationContract {
    private static final int KEYS = 1000;
    private static final int WARM_UP = 2_000;
    private static final int MEASURED = 2_000;
    private static final int TRIES = 5;
    private static final double TOLERANCE = 2;

    @Test
    void shouldGetWithoutGarbage(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        long[] sum = new long[1];
        assertNoGarbage(key -> sum[0] += index.getOrDefault(key, 0));
        assertThat(sum[0]).isPositive();
    }

    @Test
    void shouldGetManyWithoutGarbage(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        long[] keys = fixture.random().longs(100, 0, 2 * KEYS).toArray();
        long[] values = new long[keys.length];
        boolean[] present = new boolean[keys.length];
        long[] sum = new long[1];
        assertNoGarbage(key -> sum[0] += index.getAll(keys, values, present));
        assertThat(sum[0]).isPositive();
    }

    @Test
    void shouldApplyBatchesWithoutGarbage(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        OrderedBatch batch = new OrderedBatch();
        for (long key : fixture.random().longs(3, 0, 2 * KEYS).toArray()) {
            batch.get(key).put(key, key + 1).delete(key, 0);
        }
        int[] failed = new int[1];
        assertNoGarbage(key -> failed[0] += index.applyAll(batch));
        assertThat(failed[0]).isZero();
    }

    @Test
    void shouldUpdateWithoutGarbage(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        assertNoGarbage(key -> index.put(key, key + 1));
        assertNoGarbage(key -> index.replace(key, key + 1, key + 1));
    }

    @Test
    void shouldInsertAndDeleteWithoutGarbage(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        assertNoGarbage(
                key -> {
                    index.delete(key);
                    index.put(key, key);
                });
    }

    /** A query may allocate, but its entries do not. */
    @Test
    void shouldScanWithoutGarbagePerEntry(IndexFixture fixture) {
        OrderedIndex index = filled(fixture);
        RangeQuery all = RangeQuery.all();
        for (int i = 0; i < 200; i++) {
            scan(index, all);
        }
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = allocated();
            assertThat(scan(index, all)).isEqualTo(KEYS);
            best = Math.min(best, allocated() - before);
        }
        assertThat(best).isLessThan(8 * KEYS);
    }

    private static int scan(OrderedIndex index, RangeQuery query) {
        int seen = 0;
        try (Cursor cursor = index.range(query)) {
            while (cursor.next()) {
                seen++;
            }
        }
        return seen;
    }

    private static OrderedIndex filled(IndexFixture fixture) {
        Assumptions.assumeTrue(fixture.fabric().equals("shm"), "elsewhere messages cost some");
        OrderedIndex index = fixture.index();
        for (long key = 0; key < KEYS; key++) {
            index.put(key, key + 1);
        }
        return index;
    }

    /** Tries again with twice the warm-up, as the JIT compiler may need longer than expected. */
    private static void assertNoGarbage(LongConsumer operation) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < TRIES && best > TOLERANCE; i++) {
            repeat(operation, WARM_UP << i);
            long before = allocated();
            repeat(operation, MEASURED);
            best = Math.min(best, (allocated() - before) / (double) MEASURED);
        }
        assertThat(best).as("bytes per operation").isLessThanOrEqualTo(TOLERANCE);
    }

    private static void repeat(LongConsumer operation, int times) {
        for (int i = 0; i < times; i++) {
            operation.accept(i % KEYS);
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
