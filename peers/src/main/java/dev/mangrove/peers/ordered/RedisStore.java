package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.peers.RedisServer;
import dev.mangrove.peers.Skipped;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Redis. For single operations each entry is a string under its key. For ranges each key is also a
 * member of a sorted set, with itself as its score. So a range takes two requests, and an insert or
 * delete is two requests in one pipeline.
 */
final class RedisStore implements OrderedPeerClient {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] SET = "keys".getBytes(StandardCharsets.UTF_8);
    private static final int AT_ONCE = 256;
    private static final int BEHIND = 64;

    private final RedisServer server;
    private final long before;

    RedisStore() throws Skipped {
        server = RedisServer.start();
        before = server.bytes();
    }

    @Override
    public void load(long keys) {
        try (Jedis jedis = server.connect();
                Pipeline pipeline = jedis.pipelined()) {
            for (long rank = 0; rank < keys; rank += AT_ONCE) {
                addSome(pipeline, rank, (int) Math.min(AT_ONCE, keys - rank));
                if (rank / AT_ONCE % BEHIND == 0) {
                    pipeline.sync();
                }
            }
            pipeline.sync();
        }
    }

    private static void addSome(Pipeline pipeline, long first, int number) {
        byte[][] strings = new byte[2 * number][];
        Map<byte[], Double> members = HashMap.newHashMap(number);
        for (int i = 0; i < number; i++) {
            long key = Keys.key(first + i);
            strings[2 * i] = bytes(key);
            strings[2 * i + 1] = bytes(Keys.value(key));
            members.put(strings[2 * i], (double) key);
        }
        pipeline.mset(strings);
        pipeline.zadd(SET, members);
    }

    @Override
    public double bytes() {
        return server.bytes() - before;
    }

    @Override
    public OrderedPeer open() {
        return new Peer(server.connect());
    }

    @Override
    public void close() {
        server.close();
    }

    private static byte[] bytes(long number) {
        byte[] bytes = new byte[Long.BYTES];
        WORD.set(bytes, 0, number);
        return bytes;
    }

    private static long number(byte[] bytes) {
        return (long) WORD.get(bytes, 0);
    }

    private record Peer(Jedis jedis) implements PipelinedPeer {
        @Override
        public long get(long key) {
            byte[] value = jedis.get(bytes(key));
            return value == null ? ABSENT : number(value);
        }

        @Override
        public void update(long key, long value) {
            jedis.set(bytes(key), bytes(value));
        }

        @Override
        public void insert(long key, long value) {
            insertAll(new long[] {key}, new long[] {value});
        }

        @Override
        public void delete(long key) {
            deleteAll(new long[] {key});
        }

        /** A key that another thread deletes between the two requests has no value: once more. */
        @Override
        public int range(long from, long[] keys, long[] values) {
            int found;
            do {
                found = rangeOnce(from, keys, values);
            } while (found < 0); // Ends: others delete only keys that they have just inserted.
            return found;
        }

        /** A range; -1 if it has a key without a value. */
        private int rangeOnce(long from, long[] keys, long[] values) {
            List<byte[]> members =
                    jedis.zrangeByScore(
                            SET, (double) from, Double.POSITIVE_INFINITY, 0, keys.length);
            if (members.isEmpty()) {
                return 0;
            }
            List<byte[]> found = jedis.mget(members.toArray(byte[][]::new));
            for (int i = 0; i < members.size(); i++) {
                keys[i] = number(members.get(i));
                byte[] value = found.get(i);
                if (value == null) {
                    return -1;
                }
                values[i] = number(value);
            }
            return members.size();
        }

        @Override
        public void getAll(long[] keys, long[] values) {
            try (Pipeline pipeline = jedis.pipelined()) {
                for (long key : keys) {
                    pipeline.get(bytes(key));
                }
                List<Object> answers = pipeline.syncAndReturnAll();
                for (int i = 0; i < keys.length; i++) {
                    values[i] = answers.get(i) instanceof byte[] value ? number(value) : ABSENT;
                }
            }
        }

        @Override
        public void updateAll(long[] keys, long[] values) {
            try (Pipeline pipeline = jedis.pipelined()) {
                for (int i = 0; i < keys.length; i++) {
                    pipeline.set(bytes(keys[i]), bytes(values[i]));
                }
                pipeline.sync();
            }
        }

        @Override
        public void insertAll(long[] keys, long[] values) {
            try (Pipeline pipeline = jedis.pipelined()) {
                for (int i = 0; i < keys.length; i++) {
                    byte[] key = bytes(keys[i]);
                    pipeline.set(key, bytes(values[i]));
                    pipeline.zadd(SET, (double) keys[i], key);
                }
                pipeline.sync();
            }
        }

        @Override
        public void deleteAll(long[] keys) {
            try (Pipeline pipeline = jedis.pipelined()) {
                for (long number : keys) {
                    byte[] key = bytes(number);
                    pipeline.del(key);
                    pipeline.zrem(SET, key);
                }
                pipeline.sync();
            }
        }

        @Override
        public void close() {
            jedis.close();
        }
    }
}
