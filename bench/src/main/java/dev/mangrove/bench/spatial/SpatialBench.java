package dev.mangrove.bench.spatial;

import com.github.davidmoten.rtree2.RTree;
import com.github.davidmoten.rtree2.geometry.Geometries;
import com.github.davidmoten.rtree2.geometry.Rectangle;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.bench.data.EarthLands;
import dev.mangrove.bench.machine.Machine;
import dev.mangrove.bench.plot.Chart;
import dev.mangrove.bench.plot.Plots;
import dev.mangrove.cli.report.Table;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialStatistics;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.hprtree.HPRtree;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.stream.LongStream;

/**
 * Measures searches and inserts on a memory server of this process. JTS's HPRtree and rtree2's
 * R*-tree run the same loops in alternating turns, so that the machine's load affects all alike.
 */
public final class SpatialBench {
    private static final String NAME = "bench";
    private static final int ROUNDS = 5;
    private static final int INSERT_ROUNDS = 3;
    private static final int MOST_INSERTS = 200_000;

    /** As many entries as Mangrove's pages have by default. */
    private static final int RTREE2_CHILDREN = 30;

    private static final double NANOS = 1e9;
    private static final long PATIENCE_NANOS = 600_000_000_000L;
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(5);
    private static final Secret SECRET = Secret.of("of this process alone");

    private static final long CHECK_SEED = 7;
    private static final int LOOKS_AT_ALL = 1_000;
    private static final double LEAST_EXPONENT = 2;
    private static final double LARGEST_EXPONENT = 6;

    private final SpatialSettings settings;
    private final RandomRectangles objects;
    private final Map<String, @Nullable Object> figures = new LinkedHashMap<>();
    private boolean good = true;

    /** Creates a measurement; {@link #run} starts it. */
    public SpatialBench(SpatialSettings settings) {
        this.settings = settings;
        this.objects =
                settings.data().equals("random")
                        ? new RandomRectangles(settings.objects(), 1)
                        : new RandomRectangles(EarthLands.load());
    }

    /** Loads the index, checks it, and measures. */
    public SpatialBench run() {
        figures.put("fabric", settings.fabric());
        figures.put("machine", Machine.toJson());
        figures.put("tree", settings.options().design().text());
        figures.put("fanout", settings.options().fanout());
        figures.put("mode", settings.view().access().text());
        figures.put("data", settings.data());
        figures.put("objects", objects.size());
        figures.put("scale", settings.scale());
        figures.put("clients", settings.clients());
        try (MemoryServer server = MemoryServer.start(serverOptions());
                Mangrove mangrove = connect(server)) {
            load(mangrove);
            check(mangrove);
            search(server);
            if (settings.compare()) {
                compareWindows(mangrove);
                compareInserts(mangrove);
            }
        }
        return this;
    }

    private ServerOptions serverOptions() {
        long pages = 8L * objects.size() / settings.options().fanout();
        long memory = Math.max(pages * 8192 / 2, 32 * AddressSpace.CHUNK_BYTES);
        String location =
                settings.fabric().equals("shm")
                        ? "shm:bench-spatial-" + ProcessHandle.current().pid()
                        : "tcp://127.0.0.1:0";
        return ServerOptions.at(URI.create(location)).withMemoryLimit(memory).withSecret(SECRET);
    }

    private static Mangrove connect(MemoryServer server) {
        // A bulk load is one request; its duration grows with the number of objects.
        return Mangrove.connect(
                server.uris().getFirst(),
                ConnectOptions.DEFAULT.withSecret(SECRET).withTimeout(LONGEST_REQUEST));
    }

    private void load(Mangrove mangrove) {
        try (SpatialIndex index = mangrove.createSpatial(NAME, settings.options())) {
            long start = System.nanoTime();
            long loaded = index.bulkLoad(objects.entries(), Packing.HILBERT, 1);
            figures.put("load_per_second", loaded * NANOS / (System.nanoTime() - start));
            SpatialStatistics shape = index.statistics();
            figures.put("height", shape.height());
            figures.put("pages", shape.leaves() + shape.inners());
        }
    }

    /** Compares the results of random windows of all sizes with a search that uses no tree. */
    private void check(Mangrove mangrove) {
        if (settings.checked() == 0) {
            return;
        }
        GridOracle oracle = new GridOracle(objects);
        SplittableRandom random = new SplittableRandom(CHECK_SEED);
        long wrong = 0;
        long found = 0;
        try (SpatialIndex index = mangrove.openSpatial(NAME, settings.view())) {
            for (int i = 0; i < settings.checked(); i++) {
                double scale = Math.pow(10, -random.nextDouble(LEAST_EXPONENT, LARGEST_EXPONENT));
                boolean near = random.nextBoolean();
                double x = near ? oracle.near(random, true) : random.nextDouble();
                double y = near ? oracle.near(random, false) : random.nextDouble();
                double toX = x + random.nextDouble() * scale;
                double toY = y + random.nextDouble() * scale;
                long[] expected =
                        i % LOOKS_AT_ALL == 0
                                ? oracle.byAll(x, y, toX, toY)
                                : oracle.byGrid(x, y, toX, toY);
                found += expected.length;
                wrong += Arrays.equals(expected, ids(index, x, y, toX, toY)) ? 0 : 1;
            }
        }
        figures.put("checked_windows", settings.checked());
        figures.put("checked_objects", found);
        figures.put("wrong_windows", wrong);
        good = wrong == 0;
    }

    private static long[] ids(SpatialIndex index, double x, double y, double toX, double toY) {
        LongStream.Builder ids = LongStream.builder();
        try (SpatialCursor cursor = index.search(x, y, toX, toY)) {
            while (cursor.next()) {
                ids.add(cursor.id());
            }
        }
        return ids.build().sorted().toArray();
    }

    /** Whether all checked windows had correct results. */
    public boolean isGood() {
        return good;
    }

    private void search(MemoryServer server) {
        DoubleAdder sum = new DoubleAdder();
        DoubleAdder pages = new DoubleAdder();
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < settings.clients(); i++) {
            long seed = i;
            tasks.add(Host.system().start("bench-" + i, () -> search(server, seed, sum, pages)));
        }
        for (Host.Task task : tasks) {
            if (!task.join(PATIENCE_NANOS)) {
                throw new IllegalStateException("a search thread has not ended in time");
            }
        }
        figures.put("windows_per_second", sum.sum());
        figures.put("pages_per_window", pages.sum() / settings.clients());
    }

    private void search(MemoryServer server, long seed, DoubleAdder sum, DoubleAdder pages) {
        try (Mangrove mangrove = connect(server);
                SpatialIndex index = mangrove.openSpatial(NAME, settings.view())) {
            Searches searches = new Searches(settings.scale());
            double _ = searches.in(index, settings.seconds() / 2, seed);
            SpatialStatistics before = index.statistics();
            double perSecond = searches.in(index, settings.seconds(), seed + 1000);
            SpatialStatistics after = index.statistics();
            long windows = after.operations() - before.operations() - 1;
            sum.add(perSecond);
            pages.add((after.pagesVisited() - before.pagesVisited()) / (double) windows);
        }
    }

    /** Compares window searches of one thread with JTS. */
    private void compareWindows(Mangrove mangrove) {
        HPRtree peer = new HPRtree();
        for (int i = 0; i < objects.size(); i++) {
            peer.insert(
                    new Envelope(
                            objects.minX(i), objects.maxX(i), objects.minY(i), objects.maxY(i)),
                    i);
        }
        peer.build();
        try (SpatialIndex index = mangrove.openSpatial(NAME, settings.view())) {
            Searches searches = new Searches(settings.scale());
            double seconds = settings.seconds() / 2;
            SpatialTurns turns =
                    SpatialTurns.of(
                            ROUNDS,
                            round -> searches.in(index, seconds, round),
                            round -> searches.in(peer, seconds, round));
            figures.put("window_per_second_one_client", turns.ours());
            figures.put("hprtree_per_second", turns.theirs());
            figures.put("window_vs_hprtree", turns.ratio());
            figures.put("objects_found", searches.found());
        }
    }

    /** Compares inserts by one client, by message into an empty index, with rtree2's R*-tree. */
    private void compareInserts(Mangrove mangrove) {
        int number = Math.min(MOST_INSERTS, objects.size());
        SpatialTurns turns =
                SpatialTurns.of(
                        INSERT_ROUNDS,
                        round -> insert(mangrove, number, round),
                        round -> insertIntoRtree2(number));
        figures.put("insert_per_second", turns.ours());
        figures.put("rtree2_insert_per_second", turns.theirs());
        figures.put("insert_vs_rtree2", turns.ratio());
    }

    private double insert(Mangrove mangrove, int number, int round) {
        String name = "inserts-" + round;
        mangrove.createSpatial(name, settings.options()).close();
        try (SpatialIndex index = mangrove.openSpatial(name, SpatialViewOptions.DEFAULT)) {
            long start = System.nanoTime();
            for (int i = 0; i < number; i++) {
                boolean fresh =
                        index.insert(
                                i,
                                objects.minX(i),
                                objects.minY(i),
                                objects.maxX(i),
                                objects.maxY(i));
                if (!fresh) {
                    throw new IllegalStateException("id " + i + " is there already");
                }
            }
            return number * NANOS / (System.nanoTime() - start);
        } finally {
            mangrove.drop(name);
        }
    }

    private double insertIntoRtree2(int number) {
        RTree<Integer, Rectangle> tree = RTree.star().maxChildren(RTREE2_CHILDREN).create();
        long start = System.nanoTime();
        for (int i = 0; i < number; i++) {
            tree =
                    tree.add(
                            i,
                            Geometries.rectangle(
                                    objects.minX(i),
                                    objects.minY(i),
                                    objects.maxX(i),
                                    objects.maxY(i)));
        }
        double perSecond = number * NANOS / (System.nanoTime() - start);
        if (tree.size() != number) {
            throw new IllegalStateException("rtree2 has " + tree.size() + " objects");
        }
        return perSecond;
    }

    /** Draws all rates in one chart. */
    public void plot(Plots plots) {
        List<String> names = new ArrayList<>();
        List<Chart.Point> rates = new ArrayList<>();
        figures.forEach(
                (name, value) -> {
                    if (name.contains("per_second") && value instanceof Double rate) {
                        rates.add(new Chart.Point(names.size(), rate));
                        names.add(name);
                    }
                });
        String title = "Spatial index, " + settings.options().design().text();
        plots.write(
                "spatial-" + settings.options().design().text(),
                Chart.rows(title, "per second", names).logY().add("measured", rates));
    }

    /** All figures, by the keys of the JSON output. */
    public Map<String, @Nullable Object> toJson() {
        return figures;
    }

    /** All figures as text. */
    @Override
    public String toString() {
        Table table = new Table("figure", "value");
        figures.forEach((name, value) -> table.row(name, String.valueOf(value)));
        return table.toString();
    }
}
