package dev.mangrove.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import site.ycsb.workloads.CoreWorkload;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The six workloads of YCSB with its default records: 10 fields of 100 bytes, keys of text. */
@SuppressWarnings("JdkObsolete") // YCSB wants vectors
class StockWorkloadsTest {
    private static final boolean FULL = Boolean.getBoolean("mangrove.full");
    private static final int RECORDS = FULL ? 1_000 : 200;
    private static final int OPERATIONS = FULL ? 2_000 : 400;
    private static final int THREADS = 2;

    private final Map<String, Integer> outcomes = new ConcurrentHashMap<>();
    private MemoryServer server;

    @BeforeEach
    void start() {
        URI uri = URI.create("shm:ycsb-stock-" + ProcessHandle.current().pid());
        server = MemoryServer.start(ServerOptions.at(uri).withMemoryLimit(256L << 20));
    }

    @AfterEach
    void end() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "A, 0.5,  0.5,  0,    0,    0,   zipfian, READ UPDATE, coarse",
        "B, 0.95, 0.05, 0,    0,    0,   zipfian, READ UPDATE, coarse",
        "C, 1,    0,    0,    0,    0,   zipfian, READ, coarse",
        "D, 0.95, 0,    0,    0.05, 0,   latest,  READ INSERT, coarse",
        "E, 0,    0,    0.95, 0.05, 0,   zipfian, SCAN INSERT, coarse",
        "F, 0.5,  0,    0,    0,    0.5, zipfian, READ UPDATE, coarse",
        "A, 0.5,  0.5,  0,    0,    0,   zipfian, READ UPDATE, sherman",
        "E, 0,    0,    0.95, 0.05, 0,   zipfian, SCAN INSERT, fine",
        "F, 0.5,  0,    0,    0,    0.5, zipfian, READ UPDATE, sherman",
    })
    void shouldServeWithoutAFailure(
            String name,
            String reads,
            String updates,
            String scans,
            String inserts,
            String readModifyWrites,
            String distribution,
            String kinds,
            String design)
            throws Exception {
        Properties properties = new Properties();
        properties.setProperty("mangrove.server", server.uris().getFirst().toString());
        properties.setProperty("mangrove.design", design);
        properties.setProperty("recordcount", Integer.toString(RECORDS));
        properties.setProperty("operationcount", Integer.toString(OPERATIONS));
        properties.setProperty("readproportion", reads);
        properties.setProperty("updateproportion", updates);
        properties.setProperty("scanproportion", scans);
        properties.setProperty("insertproportion", inserts);
        properties.setProperty("readmodifywriteproportion", readModifyWrites);
        properties.setProperty("requestdistribution", distribution);
        properties.setProperty("maxscanlength", "100");
        properties.setProperty("dataintegrity", "true"); // each read is compared with its key
        Measurements.setProperties(properties);

        run(properties, true, RECORDS / THREADS);
        assertThat(outcomes).isEqualTo(Map.of("INSERT OK", RECORDS));
        outcomes.clear();
        run(properties, false, OPERATIONS / THREADS);

        assertThat(outcomes.keySet())
                .as("workload " + name)
                .containsExactlyInAnyOrder(kinds.replaceAll("(\\w+)", "$1 OK").split("(?<=OK) "));
        assertThat(failedComparisons()).isEmpty();
    }

    private void run(Properties properties, boolean load, int operations) throws Exception {
        Workload workload = new CoreWorkload();
        workload.init(properties);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                running.add(
                        threads.submit(() -> work(workload, properties, number, load, operations)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        workload.cleanup();
    }

    private Void work(
            Workload workload, Properties properties, int thread, boolean load, int operations)
            throws Exception {
        DB client = new CountingClient(outcomes);
        client.setProperties(properties);
        client.init();
        Object state = workload.initThread(properties, thread, THREADS);
        for (int i = 0; i < operations; i++) {
            assertThat(
                            load
                                    ? workload.doInsert(client, state)
                                    : workload.doTransaction(client, state))
                    .isTrue();
        }
        client.cleanup();
        return null;
    }

    /** Outcomes of the workload's own comparisons of content that are not OK. */
    private static List<String> failedComparisons() throws IOException {
        List<String> failed = new ArrayList<>();
        Measurements.getMeasurements()
                .exportMeasurements(
                        new MeasurementsExporter() {
                            @Override
                            public void write(String metric, String measurement, int value) {
                                note(metric, measurement);
                            }

                            @Override
                            public void write(String metric, String measurement, long value) {
                                note(metric, measurement);
                            }

                            @Override
                            public void write(String metric, String measurement, double value) {
                                note(metric, measurement);
                            }

                            private void note(String metric, String measurement) {
                                if (measurement.startsWith("Return=")
                                        && !measurement.equals("Return=OK")) {
                                    failed.add(metric + " " + measurement);
                                }
                            }

                            @Override
                            public void close() {}
                        });
        return failed;
    }

    /** Counts what the client returns: CoreWorkload hides the outcome of its transactions. */
    private static final class CountingClient extends DB {
        private final DB client = new MangroveClient();
        private final Map<String, Integer> outcomes;

        CountingClient(Map<String, Integer> outcomes) {
            this.outcomes = outcomes;
        }

        @Override
        public void init() throws DBException {
            client.setProperties(getProperties());
            client.init();
        }

        @Override
        public void cleanup() throws DBException {
            client.cleanup();
        }

        private Status counted(String operation, Status status) {
            outcomes.merge(operation + " " + status.getName(), 1, Integer::sum);
            return status;
        }

        @Override
        public Status read(
                String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            return counted("READ", client.read(table, key, fields, result));
        }

        @Override
        @SuppressWarnings("NonApiType") // they are in YCSB's signature
        public Status scan(
                String table,
                String startKey,
                int count,
                Set<String> fields,
                Vector<HashMap<String, ByteIterator>> result) {
            return counted("SCAN", client.scan(table, startKey, count, fields, result));
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            return counted("UPDATE", client.update(table, key, values));
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            return counted("INSERT", client.insert(table, key, values));
        }

        @Override
        public Status delete(String table, String key) {
            return counted("DELETE", client.delete(table, key));
        }
    }
}
