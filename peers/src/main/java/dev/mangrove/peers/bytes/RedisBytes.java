package dev.mangrove.peers.bytes;

import dev.mangrove.peers.RedisServer;
import dev.mangrove.peers.Skipped;

import org.jspecify.annotations.Nullable;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Redis. Each record is a string under its key, and each key a member of a sorted set, all with
 * score 0, which Redis orders by bytes. So a scan takes two requests.
 */
final class RedisBytes implements BytesPeerClient {
    private static final byte[] SET = "keys".getBytes(StandardCharsets.UTF_8);
    private static final int BEHIND = 10_000;

    private final RedisServer server;
    private final long before;

    RedisBytes() throws Skipped {
        server = RedisServer.start();
        before = server.bytes();
    }

    @Override
    public void load(RankedRecords records) {
        try (Jedis jedis = server.connect();
                Pipeline pipeline = jedis.pipelined()) {
            for (long rank = 0; rank < records.number(); rank++) {
                byte[] key = records.key(rank);
                pipeline.set(key, records.value(rank, 0));
                pipeline.zadd(SET, Map.of(key, 0.0));
                if (rank % BEHIND == 0) {
                    pipeline.sync();
                }
            }
            pipeline.sync();
        }
    }

    @Override
    public double bytes() {
        return server.bytes() - before;
    }

    @Override
    public BytesPeer open() {
        return new Peer(server.connect());
    }

    @Override
    public void close() {
        server.close();
    }

    private record Peer(Jedis jedis) implements BytesPeer {
        @Override
        public byte @Nullable [] get(byte[] key) {
            return jedis.get(key);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            jedis.set(key, value);
        }

        @Override
        public byte[] @Nullable [] getAll(byte[]... keys) {
            return jedis.mget(keys).toArray(byte[][]::new);
        }

        @Override
        public void scan(byte[] prefix, Sink sink) {
            List<byte[]> keys = jedis.zrangeByLex(SET, bound('[', prefix), end(prefix));
            List<byte[]> values =
                    keys.isEmpty() ? List.of() : jedis.mget(keys.toArray(byte[][]::new));
            for (int i = 0; i < keys.size(); i++) {
                sink.entry(keys.get(i), values.get(i));
            }
        }

        /** The last byte of our prefixes is a digit. */
        private static byte[] end(byte[] prefix) {
            byte[] next = prefix.clone();
            next[next.length - 1]++;
            return bound('(', next);
        }

        private static byte[] bound(char kind, byte[] key) {
            byte[] bound = new byte[key.length + 1];
            bound[0] = (byte) kind;
            System.arraycopy(key, 0, bound, 1, key.length);
            return bound;
        }

        @Override
        public void close() {
            jedis.close();
        }
    }
}
