package dev.mangrove.bench.verbs;

import com.sun.management.ThreadMXBean;

import dev.mangrove.fabric.Meter;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cost of one operation.
 *
 * @param name of the operation
 * @param p50 median time in nanoseconds
 * @param p99 99th percentile of the time in nanoseconds
 * @param roundTrips batches per operation
 * @param atomics atomics per operation
 * @param bytes payload bytes per operation, both ways
 * @param allocated bytes of heap per operation
 */
record VerbCost(
        String name,
        long p50,
        long p99,
        double roundTrips,
        double atomics,
        double bytes,
        double allocated) {
    private static final int WARM_UP = 20_000;
    private static final int SAMPLES = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Times an operation and reads the channel's meter around it. */
    static VerbCost measure(String name, Meter meter, Runnable operation) {
        for (int i = 0; i < WARM_UP; i++) {
            operation.run();
        }
        Latencies latencies = new Latencies(SAMPLES);
        long roundTrips = meter.roundTrips();
        long atomics = meter.atomics();
        long bytes = bytes(meter);
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        while (!latencies.isFull()) {
            long start = System.nanoTime();
            operation.run();
            latencies.add(System.nanoTime() - start);
        }
        allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        return new VerbCost(
                name,
                latencies.median(),
                latencies.quantile(0.99),
                perOperation(meter.roundTrips() - roundTrips),
                perOperation(meter.atomics() - atomics),
                perOperation(bytes(meter) - bytes),
                perOperation(allocated));
    }

    private static double perOperation(long total) {
        return Math.round(100.0 * total / SAMPLES) / 100.0;
    }

    private static long bytes(Meter meter) {
        return meter.bytesRead() + meter.bytesWritten() + meter.bytesReceived();
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("p50_ns", p50);
        json.put("p99_ns", p99);
        json.put("round_trips", roundTrips);
        json.put("atomics", atomics);
        json.put("bytes", bytes);
        json.put("allocated_bytes", allocated);
        return json;
    }
}
