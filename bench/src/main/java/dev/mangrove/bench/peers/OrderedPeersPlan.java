package dev.mangrove.bench.peers;

import java.util.ArrayList;
import java.util.List;

/** The plan for ordered systems: single operations, ranges and YCSB's mixes. */
final class OrderedPeersPlan {
    private static final long MEBIBYTE = 1L << 20;
    private static final long SMALL_HEAP = 512 * MEBIBYTE;
    private static final long HEAP_BYTES_PER_KEY = 220;
    private static final String UNIFORM = "uniform";
    private static final List<String> MIXES =
            List.of("ycsb-a", "ycsb-b", "ycsb-c", "ycsb-d", "ycsb-e", "ycsb-f");

    private OrderedPeersPlan() {}

    static Plan of(PeersSettings settings) {
        List<MeasuredSystem> systems =
                systems(settings.entries()).stream().filter(settings::takes).toList();
        return new Plan("ordered", settings.entries(), "-", systems, phases(settings), ratios());
    }

    private static List<MeasuredSystem> systems(long keys) {
        long heap = SMALL_HEAP + keys * HEAP_BYTES_PER_KEY;
        MeasuredSystem redis = MeasuredSystem.of("redis", SMALL_HEAP);
        return List.of(
                MeasuredSystem.of("mangrove", SMALL_HEAP),
                MeasuredSystem.of("lmdb", SMALL_HEAP),
                MeasuredSystem.of("skiplist", heap),
                MeasuredSystem.of("treemap", heap),
                MeasuredSystem.of("mvstore", heap),
                MeasuredSystem.of("rocksdb", SMALL_HEAP),
                redis,
                redis.sharing("redis-pipelined", "pipelined-"));
    }

    private static List<Phase> phases(PeersSettings settings) {
        List<Phase> phases = new ArrayList<>();
        for (String main : List.of("get", "update", "range100", "insert")) {
            phases.add(new Phase(main, UNIFORM, 1, settings.seconds(), settings.rounds()));
        }
        for (int threads = 1; threads <= 2; threads++) {
            if (threads > 1) {
                addShort(
                        phases,
                        settings,
                        UNIFORM,
                        threads,
                        List.of("get", "update", "range100", "insert"));
            }
            addShort(phases, settings, "zipf", threads, List.of("get", "update", "range100"));
            addShort(phases, settings, UNIFORM, threads, List.of("delete"));
            addShort(phases, settings, UNIFORM, threads, MIXES);
            addShort(phases, settings, "zipf", threads, MIXES);
        }
        return phases;
    }

    private static void addShort(
            List<Phase> phases,
            PeersSettings settings,
            String distribution,
            int threads,
            List<String> operations) {
        for (String operation : operations) {
            phases.add(
                    new Phase(
                            operation,
                            distribution,
                            threads,
                            settings.shortSeconds(),
                            settings.fewerRounds()));
        }
    }

    private static List<RatioOf> ratios() {
        return List.of(
                ratio("get_vs_lmdb", "get", "lmdb", 3),
                ratio("update_vs_lmdb", "update", "lmdb", 6),
                ratio("insert_vs_lmdb", "insert", "lmdb", 3.5),
                ratio("range100_vs_lmdb", "range100", "lmdb", 1.6),
                ratio("range100_vs_treemap", "range100", "treemap", 1),
                ratio("get_vs_skiplist", "get", "skiplist", 6),
                ratio("get_vs_redis_pipelined", "get", "redis-pipelined", 2.5),
                ratio("get_vs_rocksdb", "get", "rocksdb", 3));
    }

    private static RatioOf ratio(String name, String operation, String peer, double wanted) {
        return RatioOf.of(name, operation + " " + UNIFORM + " 1", "mangrove", peer, wanted);
    }
}
