package dev.mangrove.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The plan for spatial systems: windows of several sizes, nearest neighbours, changes, a mix. */
final class SpatialPeersPlan {
    private static final long SMALL_HEAP = 1L << 30;
    private static final long HEAP_BYTES_PER_OBJECT = 700;
    private static final String SMALL = "window-1e-5";
    private static final String LARGE = "window-1e-2";
    private static final String NEAREST = "nearest10";
    private static final String INSERT = "insert";
    private static final String MOVE = "move";
    private static final String MANY_MOVES = "moveall64";
    private static final String DATA = "uniform";
    private static final String OURS = "mangrove-hilbert";
    private static final String GROWN = "mangrove-rstar-grown";
    private static final String RTREE2 = "rtree2";

    private SpatialPeersPlan() {}

    static Plan of(PeersSettings settings, String source) {
        List<MeasuredSystem> systems =
                systems(settings.entries()).stream().filter(settings::takes).toList();
        List<RatioOf> ratios =
                new ArrayList<>(source.equals(Plan.MADE_UP) ? ratios() : ratiosOnSegments());
        ratios.addAll(ratiosOfMoves());
        return new Plan("spatial", settings.entries(), source, systems, phases(settings), ratios);
    }

    /** The plan for moves alone, by the grown R*-tree and by rtree2. */
    static Plan ofMoves(PeersSettings settings) {
        List<MeasuredSystem> systems =
                systems(settings.entries()).stream()
                        .filter(each -> each.name().equals(GROWN) || each.name().equals(RTREE2))
                        .filter(settings::takes)
                        .toList();
        List<Phase> phases =
                Stream.of(MOVE, MANY_MOVES)
                        .map(
                                each ->
                                        new Phase(
                                                each,
                                                DATA,
                                                1,
                                                settings.seconds(),
                                                settings.rounds()))
                        .toList();
        return new Plan(
                "spatial", settings.entries(), Plan.MADE_UP, systems, phases, ratiosOfMoves());
    }

    private static List<MeasuredSystem> systems(long objects) {
        long heap = SMALL_HEAP + objects * HEAP_BYTES_PER_OBJECT;
        return List.of(
                MeasuredSystem.served(OURS, SMALL_HEAP),
                MeasuredSystem.served("mangrove-rstar", SMALL_HEAP),
                MeasuredSystem.served("mangrove-hilbert-grown", SMALL_HEAP),
                MeasuredSystem.served(GROWN, SMALL_HEAP),
                MeasuredSystem.of("hprtree", heap),
                MeasuredSystem.of("strtree", heap),
                MeasuredSystem.of(RTREE2, heap),
                MeasuredSystem.of("redis", SMALL_HEAP),
                MeasuredSystem.of("postgis", SMALL_HEAP));
    }

    private static List<Phase> phases(PeersSettings settings) {
        List<Phase> phases = new ArrayList<>();
        for (String main : List.of(SMALL, LARGE, NEAREST, INSERT, MOVE, MANY_MOVES)) {
            phases.add(new Phase(main, DATA, 1, settings.seconds(), settings.rounds()));
        }
        double seconds = settings.shortSeconds() * 2;
        int rounds = settings.fewerRounds();
        for (String other : List.of("window-power", "mixed")) {
            phases.add(new Phase(other, DATA, 1, seconds, rounds));
        }
        for (String two : List.of(SMALL, LARGE, "window-power", NEAREST, INSERT, "mixed")) {
            phases.add(new Phase(two, DATA, 2, seconds, rounds));
        }
        return phases;
    }

    private static List<RatioOf> ratios() {
        return List.of(
                ratio("window_small_vs_hprtree", SMALL, OURS, "hprtree", 1.6),
                ratio("window_large_vs_hprtree", LARGE, OURS, "hprtree", 1.6),
                ratio("window_small_vs_strtree", SMALL, OURS, "strtree", 5),
                ratio("insert_vs_rtree2", INSERT, GROWN, RTREE2, 6),
                ratio("nearest10_vs_strtree", NEAREST, OURS, "strtree", 2));
    }

    /** The same on coast lines, where most windows are empty. */
    private static List<RatioOf> ratiosOnSegments() {
        return List.of(
                ratio("window_small_vs_hprtree", SMALL, OURS, "hprtree", 1.1),
                ratio("window_large_vs_hprtree", LARGE, OURS, "hprtree", 1),
                ratio("window_small_vs_strtree", SMALL, OURS, "strtree", 5),
                ratio("insert_vs_rtree2", INSERT, GROWN, RTREE2, 4),
                ratio("nearest10_vs_strtree", NEAREST, OURS, "strtree", 2.5));
    }

    private static List<RatioOf> ratiosOfMoves() {
        String one = MOVE + " " + DATA + " 1";
        String many = MANY_MOVES + " " + DATA + " 1";
        return List.of(
                ratio("move_vs_rtree2", MOVE, GROWN, RTREE2, 5),
                new RatioOf("moveall64_vs_move", many, GROWN, one, GROWN, 2));
    }

    private static RatioOf ratio(
            String name, String operation, String ours, String peer, double wanted) {
        return RatioOf.of(name, operation + " " + DATA + " 1", ours, peer, wanted);
    }
}
