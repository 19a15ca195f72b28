package dev.mangrove.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

@SuppressWarnings("JdkObsolete") // YCSB wants vectors
class MangroveClientTest {
    private static final String TABLE = "usertable";
    private static final int UPDATES = Boolean.getBoolean("mangrove.full") ? 300 : 50;

    private MemoryServer server;
    private Properties properties;
    private DB client;

    @BeforeEach
    void start() throws DBException {
        URI uri = URI.create("shm:ycsb-test-" + ProcessHandle.current().pid());
        server = MemoryServer.start(ServerOptions.at(uri).withMemoryLimit(256L << 20));
        properties = new Properties();
        properties.setProperty("mangrove.server", uri.toString());
        client = connected(properties);
    }

    @AfterEach
    void end() throws DBException {
        client.cleanup();
        server.close();
    }

    private static DB connected(Properties properties) throws DBException {
        DB made = new MangroveClient();
        made.setProperties(properties);
        made.init();
        return made;
    }

    private static Map<String, ByteIterator> record(String... namesAndValues) {
        Map<String, String> record = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            record.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return StringByteIterator.getByteIteratorMap(record);
    }

    private Map<String, String> read(String key, Set<String> fields) {
        Map<String, ByteIterator> found = new HashMap<>();
        assertThat(client.read(TABLE, key, fields, found)).isEqualTo(Status.OK);
        return StringByteIterator.getStringMap(found);
    }

    @Test
    void shouldReadWhatWasInsertedUpdatedAndDeleted() {
        assertThat(client.insert(TABLE, "user7", record("a", "1", "b", ""))).isEqualTo(Status.OK);
        assertThat(client.update(TABLE, "user7", record("b", "2", "c", "3"))).isEqualTo(Status.OK);

        assertThat(read("user7", null)).isEqualTo(Map.of("a", "1", "b", "2", "c", "3"));
        assertThat(read("user7", Set.of("b", "z"))).isEqualTo(Map.of("b", "2"));
        assertThat(client.delete(TABLE, "user7")).isEqualTo(Status.OK);
        assertThat(client.read(TABLE, "user7", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
        assertThat(client.update(TABLE, "user7", record("a", "1"))).isEqualTo(Status.NOT_FOUND);
        assertThat(client.delete(TABLE, "user7")).isEqualTo(Status.NOT_FOUND);
    }

    @Test
    void shouldKeepUpdatesOfOtherFieldsByOtherClients() throws Exception {
        client.insert(TABLE, "user7", record("a", "", "b", "", "c", "", "d", ""));
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> updates = new ArrayList<>();
            for (String field : List.of("a", "b", "c", "d")) {
                updates.add(threads.submit(() -> updateMany(field)));
            }
            for (Future<?> each : updates) {
                each.get();
            }
        }
        String last = Integer.toString(UPDATES - 1);
        assertThat(read("user7", null))
                .isEqualTo(Map.of("a", last, "b", last, "c", last, "d", last));
    }

    private Void updateMany(String field) throws DBException {
        DB own = connected(properties);
        for (int i = 0; i < UPDATES; i++) {
            String value = Integer.toString(i);
            assertThat(own.update(TABLE, "user7", record(field, value))).isEqualTo(Status.OK);
            Map<String, ByteIterator> found = new HashMap<>();
            own.read(TABLE, "user7", Set.of(field), found);
            assertThat(StringByteIterator.getStringMap(found)).isEqualTo(Map.of(field, value));
        }
        own.cleanup();
        return null;
    }

    @Test
    void shouldMakeOneIndexWhenClientsStartTogether() throws Exception {
        properties.setProperty("mangrove.index", "together");
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<DB>> starting = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                starting.add(threads.submit(() -> connected(properties)));
            }
            DB first = starting.getFirst().get();
            assertThat(first.insert(TABLE, "user7", record("a", "1"))).isEqualTo(Status.OK);
            for (Future<DB> each : starting) {
                assertThat(each.get().read(TABLE, "user7", null, new HashMap<>()))
                        .isEqualTo(Status.OK);
            }
            for (Future<DB> each : starting) {
                each.get().cleanup();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"coarse", "sherman", "fine", "cell"})
    void shouldCreateTheIndexInTheDesignThatIsAskedFor(String design) throws DBException {
        properties.setProperty("mangrove.index", design);
        properties.setProperty("mangrove.design", design);
        DB made = connected(properties);
        assertThat(made.insert(TABLE, "user7", record("a", "1"))).isEqualTo(Status.OK);
        assertThat(made.update(TABLE, "user7", record("a", "2"))).isEqualTo(Status.OK);
        Map<String, ByteIterator> found = new HashMap<>();
        assertThat(made.read(TABLE, "user7", null, found)).isEqualTo(Status.OK);
        assertThat(StringByteIterator.getStringMap(found)).isEqualTo(Map.of("a", "2"));
        made.cleanup();
        assertThat(designOf(design)).isEqualTo(design);
    }

    @Test
    void shouldUseCoarseByDefaultAndKeepTheDesignOfAnIndexThatIsThere() throws DBException {
        assertThat(designOf(TABLE)).isEqualTo("coarse");
        properties.setProperty("mangrove.design", "sherman");
        connected(properties).cleanup();
        assertThat(designOf(TABLE)).isEqualTo("coarse");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hybrid", "rstar"})
    void shouldRefuseDesignsThatByteStringsDoNotHave(String design) {
        properties.setProperty("mangrove.design", design);
        assertThatThrownBy(() -> connected(properties))
                .isInstanceOf(DBException.class)
                .hasMessageContaining(design);
    }

    /** The design of an index, as the catalogue has it. */
    private String designOf(String name) {
        try (Mangrove mangrove = Mangrove.connect(properties.getProperty("mangrove.server"))) {
            return ClientAccess.of(mangrove).indexes().stream()
                    .filter(index -> index.name().equals(name))
                    .map(index -> index.spec().design())
                    .collect(Collectors.joining());
        }
    }

    @Test
    void shouldScanInOrderOfTextFromTheStartKey() {
        for (String key : List.of("user20", "user9", "user100", "user3")) {
            client.insert(TABLE, key, record("key", key, "more", "x"));
        }

        Vector<HashMap<String, ByteIterator>> found = new Vector<>();
        assertThat(client.scan(TABLE, "user2", 2, Set.of("key"), found)).isEqualTo(Status.OK);
        assertThat(found.stream().map(StringByteIterator::getStringMap))
                .containsExactly(Map.of("key", "user20"), Map.of("key", "user3"));
    }

    @Test
    void shouldNameTheFailureOfAnOperation() {
        assertThat(client.insert(TABLE, "k".repeat(1_025), record("a", "1")).getName())
                .isEqualTo(Status.BAD_REQUEST.getName());
        assertThat(client.insert(TABLE, "user1", record("a", "x".repeat(1 << 20))).getName())
                .isEqualTo(Status.BAD_REQUEST.getName());
        try (Mangrove mangrove = Mangrove.connect(properties.getProperty("mangrove.server"))) {
            mangrove.drop(TABLE);
        }
        assertThat(client.insert(TABLE, "user1", record("a", "1")).getName())
                .isEqualTo("IndexNotFoundException");
    }

    @Test
    void shouldRefuseAnIndexOfAnotherKindAndAServerThatIsNotThere() {
        try (Mangrove mangrove = Mangrove.connect(properties.getProperty("mangrove.server"))) {
            mangrove.createOrdered("numbers").close();
        }
        properties.setProperty("mangrove.index", "numbers");
        assertThatThrownBy(() -> connected(properties))
                .isInstanceOf(DBException.class)
                .hasMessageContaining("numbers");
        properties.setProperty("mangrove.server", "shm:ycsb-test-none");
        assertThatThrownBy(() -> connected(properties)).isInstanceOf(DBException.class);
    }
}
