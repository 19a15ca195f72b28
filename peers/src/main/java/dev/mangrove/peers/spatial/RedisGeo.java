package dev.mangrove.peers.spatial;

import dev.mangrove.peers.RedisServer;
import dev.mangrove.peers.Skipped;

import redis.clients.jedis.GeoCoordinate;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.args.GeoUnit;
import redis.clients.jedis.params.GeoSearchParam;
import redis.clients.jedis.resps.GeoRadiusResponse;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Redis's geospatial commands, which store points of the globe and no rectangles: the unit square
 * is one degree at the equator, an object is its centre, and a geohash rounds coordinates to about
 * a metre.
 */
final class RedisGeo implements SpatialStore {
    private static final byte[] SET = "objects".getBytes(StandardCharsets.UTF_8);
    private static final double SOUTH = -0.5;
    private static final double METRES_PER_DEGREE = 6372797.560856 * Math.PI / 180;
    private static final double EXPECTED_NEAR = 40;
    private static final int AT_ONCE = 500;

    private final Data data;
    private final RedisServer server;
    private final long before;

    RedisGeo(Data data) throws Skipped {
        this.data = data;
        server = RedisServer.start();
        before = server.bytes();
    }

    @Override
    public void load() {
        try (Jedis jedis = server.connect()) {
            for (int id = 0; id < data.loaded(); id += AT_ONCE) {
                Map<byte[], GeoCoordinate> some = HashMap.newHashMap(AT_ONCE);
                for (int i = id; i < Math.min(id + AT_ONCE, data.loaded()); i++) {
                    some.put(name(i), centre(data, i));
                }
                jedis.geoadd(SET, some);
            }
        }
    }

    private static byte[] name(int id) {
        return Integer.toString(id).getBytes(StandardCharsets.US_ASCII);
    }

    private static GeoCoordinate centre(Data data, int id) {
        return new GeoCoordinate(
                (data.minX(id) + data.maxX(id)) / 2, SOUTH + (data.minY(id) + data.maxY(id)) / 2);
    }

    @Override
    public double bytes() {
        return server.bytes() - before;
    }

    @Override
    public boolean isExact() {
        return false;
    }

    @Override
    public SpatialPeer open() {
        double near = Math.sqrt(EXPECTED_NEAR / Math.PI / data.loaded()) * METRES_PER_DEGREE;
        return new Peer(data, server.connect(), near);
    }

    @Override
    public void close() {
        server.close();
    }

    private record Peer(Data data, Jedis jedis, double near) implements SpatialPeer {
        @Override
        public void window(double minX, double minY, double maxX, double maxY, Hits hits) {
            GeoCoordinate centre = new GeoCoordinate((minX + maxX) / 2, SOUTH + (minY + maxY) / 2);
            add(
                    jedis.geosearch(
                            SET,
                            centre,
                            (maxX - minX) * METRES_PER_DEGREE,
                            (maxY - minY) * METRES_PER_DEGREE,
                            GeoUnit.M),
                    hits);
        }

        @Override
        public void nearest(double x, double y, int number, Hits hits) {
            double radius = near;
            List<GeoRadiusResponse> found;
            do {
                found =
                        jedis.geosearch(
                                SET,
                                new GeoSearchParam()
                                        .fromLonLat(x, SOUTH + y)
                                        .byRadius(radius, GeoUnit.M)
                                        .count(number)
                                        .asc());
                radius *= 2;
            } while (found.size() < number && radius < 4 * METRES_PER_DEGREE);
            add(found, hits);
        }

        private static void add(List<GeoRadiusResponse> found, Hits hits) {
            for (GeoRadiusResponse each : found) {
                hits.add(Integer.parseInt(each.getMemberByString()));
            }
        }

        @Override
        public void insert(int id) {
            GeoCoordinate at = centre(data, id);
            jedis.geoadd(SET, at.getLongitude(), at.getLatitude(), name(id));
        }

        @Override
        public void forget(int from, int to) {
            try (Pipeline pipeline = jedis.pipelined()) {
                for (int id = from; id < to; id++) {
                    pipeline.zrem(SET, name(id));
                }
                pipeline.sync();
            }
        }

        @Override
        public void move(int id, double x, double y) {
            jedis.geoadd(SET, x, SOUTH + y, name(id));
        }

        @Override
        @SuppressWarnings("ArrayAsKeyOfSetOrMap") // Jedis sends all in order; the last one counts.
        public void moveAll(long[] ids, double[] x, double[] y) {
            Map<byte[], GeoCoordinate> points = new LinkedHashMap<>();
            for (int i = 0; i < ids.length; i++) {
                points.put(name((int) ids[i]), new GeoCoordinate(x[i], SOUTH + y[i]));
            }
            jedis.geoadd(SET, points);
        }

        @Override
        public void restore(int... ids) {
            try (Pipeline pipeline = jedis.pipelined()) {
                for (int id : ids) {
                    GeoCoordinate at = centre(data, id);
                    pipeline.geoadd(SET, at.getLongitude(), at.getLatitude(), name(id));
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
