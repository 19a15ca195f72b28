package dev.mangrove.peers.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.bench.ordered.ServerProcess;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;

/** An index of design sherman over shared memory; the server is a process of its own. */
final class MangroveStore implements OrderedPeerClient {
    private static final String NAME = "bench";
    private static final double FILL = 0.8;
    private static final long BYTES_PER_KEY = 128;
    private static final long SPARE_BYTES = 1L << 30;

    private final ChildProcess server;
    private final Mangrove mangrove;
    private final String location;

    MangroveStore(long keys) {
        server =
                ChildProcess.start(
                        ServerProcess.class,
                        "shm:peers-" + ProcessHandle.current().pid(),
                        Long.toString(keys * BYTES_PER_KEY + SPARE_BYTES));
        location = server.readLine();
        mangrove = Mangrove.connect(location);
    }

    @Override
    public void load(long keys) {
        try (OrderedIndex index = mangrove.createOrdered(NAME, OrderedOptions.of(Design.SHERMAN))) {
            index.bulkLoad(new Loaded(keys), FILL);
        }
    }

    @Override
    public double bytes() {
        return ClientAccess.of(mangrove).status(0).memoryUsed();
    }

    @Override
    public OrderedPeer open() {
        Mangrove own = Mangrove.connect(location);
        return new Peer(own, own.openOrdered(NAME, ViewOptions.DEFAULT));
    }

    @Override
    public void close() {
        mangrove.close();
        server.close();
    }

    private static final class Loaded implements Entries {
        private final long keys;
        private long rank = -1;

        Loaded(long keys) {
            this.keys = keys;
        }

        @Override
        public boolean next() {
            return ++rank < keys;
        }

        @Override
        public long key() {
            return Keys.key(rank);
        }

        @Override
        public long value() {
            return Keys.value(Keys.key(rank));
        }
    }

    private record Peer(Mangrove mangrove, OrderedIndex index) implements OrderedPeer {
        @Override
        public long get(long key) {
            return index.getOrDefault(key, ABSENT);
        }

        @Override
        public void update(long key, long value) {
            if (index.put(key, value)) {
                throw new IllegalStateException("key " + key + " was not there");
            }
        }

        @Override
        public void insert(long key, long value) {
            if (!index.put(key, value)) {
                throw new IllegalStateException("key " + key + " was there");
            }
        }

        @Override
        public void delete(long key) {
            if (!index.delete(key)) {
                throw new IllegalStateException("key " + key + " was not there");
            }
        }

        @Override
        public int range(long from, long[] keys, long[] values) {
            int found = 0;
            try (Cursor cursor = index.range(RangeQuery.atLeast(from).limit(keys.length))) {
                while (cursor.next()) {
                    keys[found] = cursor.key();
                    values[found++] = cursor.value();
                }
            }
            return found;
        }

        @Override
        public void close() {
            index.close();
            mangrove.close();
        }
    }
}
