package dev.mangrove.ycsb;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;

import org.jspecify.annotations.Nullable;

import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;

/**
 * One thread of YCSB's client, with a connection and a view of its own. Properties:
 *
 * <pre>
 *  mangrove.server   a server of the pool; default shm:main
 *  mangrove.index    the index; default usertable; created if it does not exist
 *  mangrove.design   design of a new index: coarse, fine, hybrid, sherman or cell; default sherman
 * </pre>
 *
 * Keys and values have 64 bits, see {@code Records}: run with {@code fieldcount=1} and {@code
 * fieldlength=8}. Other keys and values are a BAD_REQUEST.
 */
public class MangroveClient extends DB {
    private @Nullable Mangrove mangrove;
    private @Nullable OrderedIndex index;

    /** Creates a client without a connection; YCSB calls {@link #init}. */
    public MangroveClient() {}

    @Override
    public void init() throws DBException {
        Properties properties = getProperties();
        String server = properties.getProperty("mangrove.server", "shm:main");
        String name = properties.getProperty("mangrove.index", "usertable");
        Design design = Design.of(properties.getProperty("mangrove.design", "sherman"));
        try {
            Mangrove connected = Mangrove.connect(server);
            mangrove = connected;
            index = connected.openOrCreateOrdered(name, OrderedOptions.of(design));
        } catch (MangroveException e) {
            throw new DBException(e);
        }
    }

    @Override
    public void cleanup() {
        if (index != null) {
            index.close();
        }
        if (mangrove != null) {
            mangrove.close();
        }
    }

    @Override
    public Status read(
            String table,
            String key,
            @Nullable Set<String> fields,
            Map<String, ByteIterator> result) {
        OptionalLong number = Records.key(key);
        if (number.isEmpty()) {
            return Status.BAD_REQUEST;
        }
        OptionalLong value = index().get(number.getAsLong());
        if (value.isEmpty()) {
            return Status.NOT_FOUND;
        }
        Records.fill(result, fields, value.getAsLong());
        return Status.OK;
    }

    @Override
    @SuppressWarnings("NonApiType") // they are in YCSB's signature
    public Status scan(
            String table,
            String startKey,
            int count,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        OptionalLong from = Records.key(startKey);
        if (from.isEmpty()) {
            return Status.BAD_REQUEST;
        }
        try (Cursor cursor = index().range(RangeQuery.atLeast(from.getAsLong()).limit(count))) {
            while (cursor.next()) {
                HashMap<String, ByteIterator> record = new HashMap<>();
                Records.fill(record, fields, cursor.value());
                result.add(record);
            }
        }
        return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        OptionalLong number = Records.key(key);
        OptionalLong value = Records.value(values);
        if (number.isEmpty() || value.isEmpty()) {
            return Status.BAD_REQUEST;
        }
        // Inserts an absent key, as other bindings do: a lookup first would cost a round trip.
        boolean _ = index().put(number.getAsLong(), value.getAsLong());
        return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        OptionalLong number = Records.key(key);
        OptionalLong value = Records.value(values);
        if (number.isEmpty() || value.isEmpty()) {
            return Status.BAD_REQUEST;
        }
        boolean _ = index().put(number.getAsLong(), value.getAsLong());
        return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
        OptionalLong number = Records.key(key);
        if (number.isEmpty()) {
            return Status.BAD_REQUEST;
        }
        return index().delete(number.getAsLong()) ? Status.OK : Status.NOT_FOUND;
    }

    private OrderedIndex index() {
        OrderedIndex open = index;
        if (open == null) {
            throw new IllegalStateException("init has not been called");
        }
        return open;
    }
}
