package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.peers.LmdbTable;

import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** LMDB with the settings of {@link LmdbTable} and integer keys. Each change is a transaction. */
final class LmdbStore implements OrderedPeerClient {
    private static final long BYTES_PER_KEY = 96;

    private final LmdbTable table;

    LmdbStore(long keys) {
        table = new LmdbTable(keys * BYTES_PER_KEY, DbiFlags.MDB_INTEGERKEY);
    }

    @Override
    public void load(long keys) {
        ByteBuffer key = word();
        ByteBuffer value = word();
        try (Txn<ByteBuffer> change = table.env().txnWrite()) {
            for (long rank = 0; rank < keys; rank++) {
                key.putLong(0, Keys.key(rank));
                value.putLong(0, Keys.value(Keys.key(rank)));
                table.dbi().put(change, key, value, PutFlags.MDB_APPEND);
            }
            change.commit();
        }
    }

    @Override
    public double bytes() {
        return table.bytes();
    }

    @Override
    public OrderedPeer open() {
        return new Peer(table.env(), table.dbi());
    }

    @Override
    public void close() {
        table.close();
    }

    /** Eight bytes in native order, which integer keys require. */
    private static ByteBuffer word() {
        return ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    }

    private static final class Peer implements OrderedPeer {
        private final Env<ByteBuffer> env;
        private final Dbi<ByteBuffer> table;
        private final ByteBuffer keyBytes = word();
        private final ByteBuffer valueBytes = word();
        private final Txn<ByteBuffer> reading;
        private final Cursor<ByteBuffer> cursor;

        Peer(Env<ByteBuffer> env, Dbi<ByteBuffer> table) {
            this.env = env;
            this.table = table;
            this.reading = env.txnRead();
            this.cursor = table.openCursor(reading);
            reading.reset();
        }

        @Override
        public long get(long key) {
            keyBytes.putLong(0, key);
            reading.renew();
            ByteBuffer found = table.get(reading, keyBytes);
            long value = found == null ? ABSENT : number(found);
            reading.reset();
            return value;
        }

        @Override
        public void update(long key, long value) {
            keyBytes.putLong(0, key);
            valueBytes.putLong(0, value);
            try (Txn<ByteBuffer> change = env.txnWrite()) {
                table.put(change, keyBytes, valueBytes);
                change.commit();
            }
        }

        @Override
        public void insert(long key, long value) {
            update(key, value);
        }

        @Override
        public void delete(long key) {
            keyBytes.putLong(0, key);
            try (Txn<ByteBuffer> change = env.txnWrite()) {
                table.delete(change, keyBytes);
                change.commit();
            }
        }

        @Override
        public int range(long from, long[] keys, long[] values) {
            keyBytes.putLong(0, from);
            reading.renew();
            cursor.renew(reading);
            int found = 0;
            boolean more = cursor.get(keyBytes, GetOp.MDB_SET_RANGE);
            while (more) {
                keys[found] = number(cursor.key());
                values[found++] = number(cursor.val());
                more = found < keys.length && cursor.next();
            }
            reading.reset();
            return found;
        }

        private static long number(ByteBuffer bytes) {
            return bytes.order(ByteOrder.nativeOrder()).getLong(0);
        }

        @Override
        public void close() {
            cursor.close();
            reading.close();
        }
    }
}
