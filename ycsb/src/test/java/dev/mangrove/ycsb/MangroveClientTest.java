package dev.mangrove.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.NumericByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Vector;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

@SuppressWarnings("JdkObsolete") // YCSB wants vectors
class MangroveClientTest {
    private static final String TABLE = "usertable";

    private MemoryServer server;
    private DB client;

    @BeforeEach
    void start() throws DBException {
        server =
                MemoryServer.start(
                        ServerOptions.at(
                                        URI.create(
                                                "shm:ycsb-test-" + ProcessHandle.current().pid()))
                                .withMemoryLimit(256L << 20));
        client = new MangroveClient();
        client.setProperties(properties());
        client.init();
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("mangrove.server", server.uris().getFirst().toString());
        properties.setProperty("fieldcount", "1");
        properties.setProperty("fieldlength", "8");
        properties.setProperty("recordcount", "500");
        properties.setProperty("operationcount", "500");
        properties.setProperty("scanproportion", "0.1");
        properties.setProperty("insertproportion", "0.1");
        properties.setProperty("dataintegrity", "true");
        properties.setProperty("fieldlengthdistribution", "constant");
        return properties;
    }

    @AfterEach
    void end() throws DBException {
        client.cleanup();
        server.close();
    }

    private static Map<String, ByteIterator> record(long value) {
        Map<String, ByteIterator> record = new HashMap<>();
        record.put("field0", new NumericByteIterator(value));
        return record;
    }

    @Test
    void shouldReadWhatWasInsertedUpdatedAndDeleted() {
        assertThat(client.insert(TABLE, "user7", record(1))).isEqualTo(Status.OK);
        assertThat(client.update(TABLE, "user7", record(-2))).isEqualTo(Status.OK);

        Map<String, ByteIterator> found = new HashMap<>();
        assertThat(client.read(TABLE, "user7", null, found)).isEqualTo(Status.OK);
        assertThat(Records.value(found)).hasValue(-2);
        assertThat(client.delete(TABLE, "user7")).isEqualTo(Status.OK);
        assertThat(client.read(TABLE, "user7", null, found)).isEqualTo(Status.NOT_FOUND);
        assertThat(client.delete(TABLE, "user7")).isEqualTo(Status.NOT_FOUND);
    }

    @Test
    void shouldMakeOneIndexWhenClientsStartTogether() throws Exception {
        Properties other = properties();
        other.setProperty("mangrove.index", "together");
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<DB>> starting = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                starting.add(threads.submit(() -> connected(other)));
            }
            DB first = starting.getFirst().get();
            assertThat(first.insert(TABLE, "user7", record(1))).isEqualTo(Status.OK);
            for (Future<DB> each : starting) {
                DB started = each.get();
                assertThat(started.read(TABLE, "user7", null, new HashMap<>()))
                        .isEqualTo(Status.OK);
            }
            for (Future<DB> each : starting) {
                each.get().cleanup();
            }
        }
    }

    private static DB connected(Properties properties) throws DBException {
        DB made = new MangroveClient();
        made.setProperties(properties);
        made.init();
        return made;
    }

    @Test
    void shouldScanInOrderOfNumbers() {
        for (long key : new long[] {100, 9, 20}) {
            client.insert(TABLE, "user" + key, record(key));
        }

        Vector<HashMap<String, ByteIterator>> found = new Vector<>();
        assertThat(client.scan(TABLE, "user9", 2, null, found)).isEqualTo(Status.OK);
        assertThat(found).hasSize(2);
        assertThat(Records.value(found.get(0))).hasValue(9);
        assertThat(Records.value(found.get(1))).hasValue(20);
    }

    @Test
    void shouldRefuseWhatHasNoNumber() {
        Map<String, ByteIterator> text = new HashMap<>();
        text.put("field0", new StringByteIterator("longer than eight"));

        assertThat(client.insert(TABLE, "nobody", record(1))).isEqualTo(Status.BAD_REQUEST);
        assertThat(client.insert(TABLE, "user1", text)).isEqualTo(Status.BAD_REQUEST);
        assertThat(client.read(TABLE, "user99999999999999999999", null, new HashMap<>()))
                .isEqualTo(Status.BAD_REQUEST);
    }

    @Test
    void shouldServeTheCoreWorkload() throws Exception {
        Measurements.setProperties(properties());
        Workload workload = new CoreWorkload();
        workload.init(properties());
        Object state = workload.initThread(properties(), 0, 1);

        for (int i = 0; i < 500; i++) {
            assertThat(workload.doInsert(client, state)).isTrue();
        }
        for (int i = 0; i < 500; i++) {
            assertThat(workload.doTransaction(client, state)).isTrue();
        }
        Vector<HashMap<String, ByteIterator>> all = new Vector<>();
        client.scan(TABLE, "user0", 10_000, null, all);
        assertThat(all).hasSizeGreaterThanOrEqualTo(500);
        workload.cleanup();
    }
}
