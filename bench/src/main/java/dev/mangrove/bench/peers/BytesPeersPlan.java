package dev.mangrove.bench.peers;

import java.util.ArrayList;
import java.util.List;

/**
 * The plan for systems with keys and values of bytes: reads, writes and scans by prefix, for values
 * of three sizes. Operations are named by the size of their values.
 */
final class BytesPeersPlan {
    private static final long MEBIBYTE = 1L << 20;
    private static final long SMALL_HEAP = 512 * MEBIBYTE;

    /** Of keys, nodes and values of all three sizes. */
    private static final long HEAP_BYTES_PER_KEY = 900;

    private static final String UNIFORM = "uniform";
    private static final String OURS = "mangrove";
    private static final String LMDB = "lmdb";

    private BytesPeersPlan() {}

    /** Objects whose moves the report of byte strings has as well; loaded within half a minute. */
    static final int MOST_MOVED = 500_000;

    static Plan of(PeersSettings settings) {
        List<MeasuredSystem> systems =
                systems(settings.entries()).stream().filter(settings::takes).toList();
        return new Plan("bytes", settings.entries(), "-", systems, phases(settings), ratios());
    }

    private static List<MeasuredSystem> systems(long keys) {
        long heap = SMALL_HEAP + keys * HEAP_BYTES_PER_KEY;
        return List.of(
                MeasuredSystem.served(OURS, SMALL_HEAP),
                MeasuredSystem.of(LMDB, SMALL_HEAP),
                MeasuredSystem.of("skiplist", heap),
                MeasuredSystem.of("mvstore", heap),
                MeasuredSystem.of("rocksdb", SMALL_HEAP),
                MeasuredSystem.of("redis", SMALL_HEAP));
    }

    private static List<Phase> phases(PeersSettings settings) {
        List<Phase> phases = new ArrayList<>();
        for (String main :
                List.of("get-8", "get-100", "put-100", "scan-100", "getall64-100", "get-1000")) {
            phases.add(new Phase(main, UNIFORM, 1, settings.seconds(), settings.rounds()));
        }
        for (String other : List.of("put-8", "put-1000", "scan-8", "scan-1000")) {
            addShort(phases, settings, other, UNIFORM, 1);
        }
        for (String other : List.of("get-100", "put-100")) {
            addShort(phases, settings, other, "zipf", 1);
            addShort(phases, settings, other, UNIFORM, 2);
        }
        return phases;
    }

    private static void addShort(
            List<Phase> phases,
            PeersSettings settings,
            String operation,
            String distribution,
            int threads) {
        phases.add(
                new Phase(
                        operation,
                        distribution,
                        threads,
                        settings.shortSeconds(),
                        settings.fewerRounds()));
    }

    private static List<RatioOf> ratios() {
        return List.of(
                ratio("get8_vs_lmdb", "get-8", 2.2),
                ratio("get100_vs_lmdb", "get-100", 1.8),
                ratio("put100_vs_lmdb", "put-100", 3),
                ratio("scan100_vs_lmdb", "scan-100", 1),
                new RatioOf(
                        "getall64_vs_get", key("getall64-100"), OURS, key("get-100"), OURS, 2.5));
    }

    private static RatioOf ratio(String name, String operation, double wanted) {
        return RatioOf.of(name, key(operation), OURS, LMDB, wanted);
    }

    private static String key(String operation) {
        return operation + " " + UNIFORM + " 1";
    }
}
