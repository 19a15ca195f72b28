package dev.mangrove.peers.bytes;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.ordered.ServerProcess;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.session.ClientAccess;

import org.jspecify.annotations.Nullable;

/** An index of byte strings over shared memory; the server is a process of its own. */
final class MangroveBytes implements BytesPeerClient {
    private static final String NAME = "bench";
    private static final double FILL = 0.8;
    private static final long SPARE_BYTES = 1L << 30;

    /** Chosen: about three times what a record with its key takes. */
    private static final long BYTES_PER_KEY = 256;

    private final ChildProcess server;
    private final Mangrove mangrove;
    private final String location;

    MangroveBytes(RankedRecords records) {
        long bytes = records.number() * (BYTES_PER_KEY + 2L * records.valueBytes()) + SPARE_BYTES;
        server =
                ChildProcess.start(
                        ServerProcess.class,
                        "shm:peers-" + ProcessHandle.current().pid() + "-" + records.valueBytes(),
                        Long.toString(bytes));
        location = server.readLine();
        mangrove = Mangrove.connect(location);
    }

    @Override
    public void load(RankedRecords records) {
        try (BytesIndex index = mangrove.createBytes(NAME)) {
            index.bulkLoad(new Loaded(records), FILL);
        }
    }

    @Override
    public double bytes() {
        return ClientAccess.of(mangrove).status(0).memoryUsed();
    }

    @Override
    public BytesPeer open() {
        Mangrove own = Mangrove.connect(location);
        return new Peer(own, own.openBytes(NAME));
    }

    @Override
    public void close() {
        mangrove.close();
        server.close();
    }

    private static final class Loaded implements BytesEntries {
        private final RankedRecords records;
        private long rank = -1;

        Loaded(RankedRecords records) {
            this.records = records;
        }

        @Override
        public boolean next() {
            return ++rank < records.number();
        }

        @Override
        public byte[] key() {
            return records.key(rank);
        }

        @Override
        public byte[] value() {
            return records.value(rank, 0);
        }
    }

    private record Peer(Mangrove mangrove, BytesIndex index) implements BytesPeer {
        @Override
        public byte @Nullable [] get(byte[] key) {
            return index.get(key);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            if (index.put(key, value)) {
                throw new IllegalStateException("the key was not there");
            }
        }

        @Override
        public byte[] @Nullable [] getAll(byte[]... keys) {
            return index.getAll(keys);
        }

        @Override
        public void scan(byte[] prefix, Sink sink) {
            try (BytesCursor cursor = index.range(BytesRange.prefix(prefix))) {
                while (cursor.next()) {
                    sink.entry(cursor.key(), cursor.value());
                }
            }
        }

        @Override
        public void close() {
            index.close();
            mangrove.close();
        }
    }
}
