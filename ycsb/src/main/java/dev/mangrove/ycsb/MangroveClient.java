package dev.mangrove.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.ordered.Design;

import org.jspecify.annotations.Nullable;

import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;

/**
 * One thread of YCSB's client, with a connection and a view of its own. Properties:
 *
 * <pre>
 *  mangrove.server   a server of the pool; default shm:main
 *  mangrove.index    the index of byte strings; default usertable; created if it does not exist
 *  mangrove.design   the design to create it with: coarse, sherman, cell or fine; default coarse; an
 *                    index that is there keeps its own
 * </pre>
 *
 * The environment variable {@code MANGROVE_SECRET} has the pool's secret, if it has one. The text
 * of a key is the key, in UTF-8; all fields of a record are one value, see {@code Records}. The
 * name of the table does not matter.
 *
 * <p>An update replaces some fields of a record and keeps the others, also those that another
 * client changes at the same time. A failure is a status with the name of the exception, which YCSB
 * counts and prints.
 */
public class MangroveClient extends DB {
    /**
     * Chosen: each try that fails means that another client has changed the record, so that many in
     * a row do not occur with less than thousands of clients.
     */
    private static final int MOST_TRIES = 10_000;

    private static final Status CONTENDED =
            new Status(
                    "CONTENDED",
                    "other clients have changed the record during each of "
                            + MOST_TRIES
                            + " tries to update it");

    private @Nullable Mangrove mangrove;
    private @Nullable BytesIndex index;

    /** Creates a client without a connection; YCSB calls {@link #init}. */
    public MangroveClient() {}

    @Override
    public void init() throws DBException {
        Properties properties = getProperties();
        String server = properties.getProperty("mangrove.server", "shm:main");
        String name = properties.getProperty("mangrove.index", "usertable");
        String design = properties.getProperty("mangrove.design", Design.COARSE.text());
        try {
            BytesOptions options = BytesOptions.DEFAULT.withDesign(Design.of(design));
            Mangrove connected = Mangrove.connect(server);
            mangrove = connected;
            index = connected.openOrCreateBytes(name, options);
        } catch (MangroveException | IllegalArgumentException e) {
            cleanup();
            throw new DBException(e);
        }
    }

    @Override
    public void cleanup() {
        if (index != null) {
            index.close();
            index = null;
        }
        if (mangrove != null) {
            mangrove.close();
            mangrove = null;
        }
    }

    @Override
    public Status read(
            String table,
            String key,
            @Nullable Set<String> fields,
            Map<String, ByteIterator> result) {
        return attempt(
                () -> {
                    byte[] record = index().get(key.getBytes(UTF_8));
                    if (record == null) {
                        return Status.NOT_FOUND;
                    }
                    Records.addTo(result, fields, record);
                    return Status.OK;
                });
    }

    @Override
    @SuppressWarnings("NonApiType") // they are in YCSB's signature
    public Status scan(
            String table,
            String startKey,
            int count,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return attempt(
                () -> {
                    BytesRange range =
                            BytesRange.all().from(startKey.getBytes(UTF_8), true).limit(count);
                    try (BytesCursor cursor = index().range(range)) {
                        while (cursor.next()) { // Ends: the range has a limit.
                            HashMap<String, ByteIterator> record = new HashMap<>();
                            Records.addTo(record, fields, cursor.value());
                            result.add(record);
                        }
                    }
                    return Status.OK;
                });
    }

    /** Replaces fields of a record that is there; an absent key is NOT_FOUND. */
    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        Map<String, byte[]> changes = Records.fields(values);
        return attempt(() -> update(key.getBytes(UTF_8), changes));
    }

    private Status update(byte[] key, Map<String, byte[]> changes) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            byte[] record = index().get(key);
            if (record == null) {
                return Status.NOT_FOUND;
            }
            if (index().replace(key, record, Records.with(record, changes))) {
                return Status.OK;
            }
        }
        return CONTENDED;
    }

    /** Stores a record, also over one that is there, so that YCSB can try again. */
    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        byte[] record = Records.encode(Records.fields(values));
        return attempt(
                () -> {
                    boolean _ = index().put(key.getBytes(UTF_8), record);
                    return Status.OK;
                });
    }

    @Override
    public Status delete(String table, String key) {
        return attempt(() -> index().delete(key.getBytes(UTF_8)) ? Status.OK : Status.NOT_FOUND);
    }

    /** Executes an operation; what it throws becomes a status that names the failure. */
    private static Status attempt(Supplier<Status> operation) {
        try {
            return operation.get();
        } catch (MangroveException e) {
            return new Status(e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) { // a key or record that is too long, or no record
            return new Status(Status.BAD_REQUEST.getName(), String.valueOf(e.getMessage()));
        }
    }

    private BytesIndex index() {
        BytesIndex open = index;
        if (open == null) {
            throw new IllegalStateException("init has not been called");
        }
        return open;
    }
}
