package dev.mangrove.peers.bytes;

import dev.mangrove.peers.LmdbTable;

import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

import java.nio.ByteBuffer;

/** LMDB with the settings of {@link LmdbTable}. Each change is a transaction. */
final class LmdbBytes implements BytesPeerClient {
    private static final long BYTES_PER_KEY = 256;
    private static final int LONGEST_KEY = 64;

    private final LmdbTable table;
    private final int valueBytes;

    LmdbBytes(RankedRecords records) {
        valueBytes = records.valueBytes();
        table = new LmdbTable(records.number() * (BYTES_PER_KEY + 3L * valueBytes));
    }

    @Override
    public void load(RankedRecords records) {
        ByteBuffer key = ByteBuffer.allocateDirect(LONGEST_KEY);
        ByteBuffer value = ByteBuffer.allocateDirect(valueBytes);
        try (Txn<ByteBuffer> change = table.env().txnWrite()) {
            for (long rank = 0; rank < records.number(); rank++) {
                fill(key, records.key(rank));
                fill(value, records.value(rank, 0));
                table.dbi().put(change, key, value, PutFlags.MDB_APPEND);
            }
            change.commit();
        }
    }

    private static void fill(ByteBuffer buffer, byte[] bytes) {
        buffer.clear().put(bytes).flip();
    }

    @Override
    public double bytes() {
        return table.bytes();
    }

    @Override
    public BytesPeer open() {
        return new Peer(table, valueBytes);
    }

    @Override
    public void close() {
        table.close();
    }

    private static final class Peer implements BytesPeer {
        private final LmdbTable table;
        private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(LONGEST_KEY);
        private final ByteBuffer valueBytes;
        private final Txn<ByteBuffer> reading;
        private final Cursor<ByteBuffer> cursor;

        Peer(LmdbTable table, int bytes) {
            this.table = table;
            valueBytes = ByteBuffer.allocateDirect(bytes);
            reading = table.env().txnRead();
            cursor = table.dbi().openCursor(reading);
            reading.reset();
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            fill(keyBytes, key);
            reading.renew();
            ByteBuffer found = table.dbi().get(reading, keyBytes);
            byte[] value = found == null ? null : Prefixes.copy(found);
            reading.reset();
            return value;
        }

        @Override
        public void put(byte[] key, byte[] value) {
            fill(keyBytes, key);
            fill(valueBytes, value);
            try (Txn<ByteBuffer> change = table.env().txnWrite()) {
                table.dbi().put(change, keyBytes, valueBytes);
                change.commit();
            }
        }

        @Override
        public void scan(byte[] prefix, Sink sink) {
            fill(keyBytes, prefix);
            reading.renew();
            cursor.renew(reading);
            boolean more = cursor.get(keyBytes, GetOp.MDB_SET_RANGE);
            while (more) {
                byte[] key = Prefixes.copy(cursor.key());
                more = Prefixes.isPrefix(prefix, key);
                if (more) {
                    sink.entry(key, Prefixes.copy(cursor.val()));
                    more = cursor.next();
                }
            }
            reading.reset();
        }

        @Override
        public void close() {
            cursor.close();
            reading.close();
        }
    }
}
