package dev.mangrove.index.rtree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.TestSize;
import dev.mangrove.index.rtree.geometry.DistanceRank;
import dev.mangrove.index.rtree.search.SmallTrees;
import dev.mangrove.index.rtree.search.TreeProfile;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialModel;
import dev.mangrove.index.spatial.SpatialModel.Area;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Compares every tree with brute force, for coordinates with overflow and underflow. */
final class ExtremeCoordinatesTest {
    private static final int FANOUT = 4;
    private static final int OBJECTS = TestSize.MATRIX ? 250 : 100;
    private static final int LOOKS = 12;
    private static final double MAX = Double.MAX_VALUE;
    private static final double MIN = Double.MIN_VALUE;
    private static final double[] BORDERS = {
        -MAX,
        -1e308,
        -1e160,
        -1e154,
        -1,
        -1e-160,
        -Double.MIN_NORMAL,
        -MIN,
        -0.0,
        0.0,
        MIN,
        Double.MIN_NORMAL,
        1e-160,
        1e-154,
        0.5,
        1,
        3,
        1e154,
        1e160,
        1e308,
        MAX
    };

    /** Kinds of rectangle. */
    enum Source {
        /** The whole plane. */
        UNBOUNDED {
            @Override
            Area next(SplittableRandom random) {
                return new Area(-MAX, -MAX, MAX, MAX);
            }
        },
        /** Horizontal strips of the plane. */
        UNBOUNDED_IN_X {
            @Override
            Area next(SplittableRandom random) {
                double y = random.nextDouble() * 1000;
                return new Area(-MAX, y, MAX, y + random.nextDouble());
            }
        },
        /** Unbounded lines. */
        LINES {
            @Override
            Area next(SplittableRandom random) {
                double y = random.nextInt(100);
                return new Area(-MAX, y, MAX, y);
            }
        },
        /** A mixture of unbounded and bounded rectangles. */
        SOME_UNBOUNDED {
            @Override
            Area next(SplittableRandom random) {
                return random.nextInt(4) == 0
                        ? new Area(-MAX, -MAX, MAX, MAX)
                        : Area.random(random, 0.1);
            }
        },
        /** Edges with a square that overflows. */
        LARGE {
            @Override
            Area next(SplittableRandom random) {
                return scaled(Area.random(random, 0.1), 1e160);
            }
        },
        /** Edges of the largest finite length. */
        LARGEST {
            @Override
            Area next(SplittableRandom random) {
                return scaled(Area.random(random, 0.4), MAX);
            }
        },
        /** Edges with a square that underflows. */
        SMALL {
            @Override
            Area next(SplittableRandom random) {
                return scaled(Area.random(random, 0.1), 1e-170);
            }
        },
        /** Denormal numbers. */
        DENORMAL {
            @Override
            Area next(SplittableRandom random) {
                double x = MIN * random.nextInt(-50, 50);
                double y = MIN * random.nextInt(-50, 50);
                return new Area(x, y, x + MIN * random.nextInt(4), y + MIN * random.nextInt(4));
            }
        },
        /** All kinds mixed. */
        MIXED {
            @Override
            Area next(SplittableRandom random) {
                double x1 = BORDERS[random.nextInt(BORDERS.length)];
                double x2 = BORDERS[random.nextInt(BORDERS.length)];
                double y1 = BORDERS[random.nextInt(BORDERS.length)];
                double y2 = BORDERS[random.nextInt(BORDERS.length)];
                return new Area(
                        Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
            }
        };

        abstract Area next(SplittableRandom random);
    }

    private static Area scaled(Area area, double scale) {
        return new Area(
                area.minX() * scale, area.minY() * scale, area.maxX() * scale, area.maxY() * scale);
    }

    static Stream<Arguments> all() {
        return Stream.of(SpatialDesign.values())
                .flatMap(
                        design ->
                                Stream.of(Source.values())
                                        .map(source -> Arguments.of(design, source)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldFindEverythingWhenItWasInserted(SpatialDesign design, Source source) {
        Scene scene = new Scene(design, source);
        for (long id = 0; id < OBJECTS; id++) {
            Area area = source.next(scene.random);
            scene.model.objects().put(id, area);
            assertThat(scene.index.insert(id, area.minX(), area.minY(), area.maxX(), area.maxY()))
                    .as(scene.name)
                    .isTrue();
        }
        scene.check();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldFindEverythingWhenObjectsMoveAndGo(SpatialDesign design, Source source) {
        Scene scene = new Scene(design, source);
        long fresh = 0;
        for (int step = 0; step < 4 * OBJECTS; step++) {
            int what = scene.random.nextInt(4);
            long id = scene.random.nextLong(Math.max(1, fresh));
            Area area = source.next(scene.random);
            if (what < 2) {
                scene.model.objects().put(fresh, area);
                assertThat(
                                scene.index.insert(
                                        fresh++,
                                        area.minX(),
                                        area.minY(),
                                        area.maxX(),
                                        area.maxY()))
                        .isTrue();
            } else if (what == 2) {
                assertThat(scene.index.delete(id))
                        .isEqualTo(scene.model.objects().remove(id) != null);
            } else {
                assertThat(
                                scene.index.update(
                                        id, area.minX(), area.minY(), area.maxX(), area.maxY()))
                        .isEqualTo(scene.model.objects().replace(id, area) != null);
            }
        }
        scene.check();
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldFindEverythingWhenItWasLoaded(SpatialDesign design, Source source) {
        for (Packing packing : Packing.values()) {
            Scene scene = new Scene(design, source);
            for (long id = 0; id < OBJECTS; id++) {
                scene.model.objects().put(id, source.next(scene.random));
            }
            assertThat(scene.index.bulkLoad(scene.model.entries(), packing, 0.9))
                    .isEqualTo(OBJECTS);
            scene.check();
        }
    }

    /** Scaling by a power of two changes no digit, so all comparisons of a tree stay the same. */
    @ParameterizedTest
    @CsvSource({
        "BASIC,600", "BASIC,1000", "BASIC,-600", "BASIC,-900",
        "RSTAR,600", "RSTAR,1000", "RSTAR,-600", "RSTAR,-900"
    })
    void shouldBeTheSameTreeAtEveryScale(SpatialDesign design, int exponent) {
        List<String> plain = shapeAtScale(design, 1);

        assertThat(shapeAtScale(design, Math.scalb(1.0, exponent))).isEqualTo(plain);
    }

    private static List<String> shapeAtScale(SpatialDesign design, double scale) {
        SplittableRandom random = new SplittableRandom(5);
        RTree tree = SmallTrees.tree(design, 8);
        List<String> shape = new ArrayList<>();
        try (LocalSpatialTree index = new LocalSpatialTree(tree)) {
            for (long id = 0; id < 2_000; id++) {
                Area area = scaled(Area.random(random, 0.01), scale);
                assertThat(index.insert(id, area.minX(), area.minY(), area.maxX(), area.maxY()))
                        .isTrue();
            }
            shape.add("leaves " + index.statistics().leaves());
            shape.add("overlap " + index.statistics().overlap());
            for (int i = 0; i < 100; i++) {
                double x = (random.nextDouble() - 0.5) * scale;
                double y = (random.nextDouble() - 0.5) * scale;
                try (SpatialCursor nearest = index.nearest(x, y, 10)) {
                    while (nearest.next()) {
                        shape.add(nearest.id() + " at " + nearest.distance() / scale);
                    }
                }
                shape.add("pages " + index.pagesVisited());
            }
            TreeProfile profile = TreeProfile.of(tree);
            shape.add("expected pages " + profile.pages(0.1 * scale, 0.2 * scale));
            shape.add("expected objects " + profile.objects(0.1 * scale, 0.2 * scale));
        }
        return shape;
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldExpectFewerPagesThanThereAre(SpatialDesign design, Source source) {
        Scene scene = new Scene(design, source);
        for (long id = 0; id < OBJECTS; id++) {
            scene.model.objects().put(id, source.next(scene.random));
        }
        assertThat(scene.index.bulkLoad(scene.model.entries(), Packing.STR, 1)).isEqualTo(OBJECTS);

        TreeProfile profile = TreeProfile.of(scene.tree);

        long pages = scene.index.verify().pages();
        for (double edge : new double[] {0, MIN, 1, 1e160, MAX, Double.POSITIVE_INFINITY}) {
            assertThat(profile.pages(edge, edge)).isBetween(1.0, (double) pages);
            assertThat(profile.objects(edge, edge)).isBetween(0.0, (double) OBJECTS);
        }
        assertThat(scene.index.statistics().overlap()).isBetween(0.0, MAX);
    }

    /** Unbounded strips, one above the other, differ only in y. */
    @ParameterizedTest
    @CsvSource({"BASIC", "RSTAR"})
    void shouldLookAtFewPagesOfStripsWithoutEnd(SpatialDesign design) {
        RTree tree = SmallTrees.tree(design, 8);
        try (LocalSpatialTree index = new LocalSpatialTree(tree)) {
            SplittableRandom random = new SplittableRandom(3);
            for (long id = 0; id < 2_000; id++) {
                double y = random.nextDouble();
                assertThat(index.insert(id, -MAX, y, MAX, y + 1e-4)).isTrue();
            }
            long before = index.pagesVisited();
            for (int i = 0; i < 100; i++) {
                long _ = index.count(0, i / 100.0, 0, i / 100.0);
            }

            long pages = index.statistics().leaves() + index.statistics().inners();
            assertThat(index.pagesVisited() - before).isLessThan(100 * pages / 10);
        }
    }

    @Test
    void shouldOrderAndReturnDistancesOfAnySize() {
        double[] ascending = {
            0, MIN, 3 * MIN, 1e-310, 1e-200, 2e-200, 1e-106, 1e-105, 1, 1e90, 1e91, 1e154, 1e200,
            1e308, MAX
        };
        double before = DistanceRank.NONE;
        for (double distance : ascending) {
            double rank = DistanceRank.of(0, 0, distance, distance, 0, 0);
            assertThat(rank).as("rank of " + distance).isGreaterThan(before);
            assertThat(DistanceRank.distance(rank)).isEqualTo(distance);
            assertThat(DistanceRank.of(0, 0, 0, 0, -distance, -distance)).isEqualTo(rank);
            before = rank;
        }
        double furthest = DistanceRank.of(-MAX, -MAX, MAX, MAX, MAX, MAX);
        assertThat(furthest).isGreaterThan(DistanceRank.of(-MAX, -MAX, MAX, MAX, 0, 0)).isFinite();
        assertThat(DistanceRank.of(-MAX, 0, MAX, MAX, 0, 0))
                .isGreaterThan(DistanceRank.of(-MAX, 0, 0, 0, 0, 0));
    }

    /** Ranks around the limits between their kinds must be monotonic. */
    @ParameterizedTest
    @CsvSource({"-350", "300"})
    void shouldKeepTheOrderWhereOneKindOfRankEnds(int exponent) {
        double middle = Math.scalb(1.0, exponent);
        double dx = middle * (1 - 1e-14);
        double before = DistanceRank.NONE;
        for (int i = 0; i < 200; i++) {
            double rank = DistanceRank.of(0, 0, dx, dx, middle / 1e9, middle / 1e9);
            assertThat(rank).as("step " + i).isGreaterThanOrEqualTo(before);
            before = rank;
            dx = Math.nextUp(dx);
        }
        assertThat(dx).isGreaterThan(middle);
    }

    /** A tree, a model of its contents, and a random generator. */
    private static final class Scene {
        private final long seed = System.nanoTime();
        private final SplittableRandom random = new SplittableRandom(seed);
        private final SpatialModel model = new SpatialModel();
        private final Source source;
        private final RTree tree;
        private final LocalSpatialTree index;
        private final LocalSpatialTree remembering;
        private final String name;

        Scene(SpatialDesign design, Source source) {
            this.source = source;
            this.tree = SmallTrees.tree(design, FANOUT);
            this.index = new LocalSpatialTree(tree);
            this.remembering = new LocalSpatialTree(tree, SmallTrees.eager(tree));
            this.name = design + " " + source + " seed " + seed;
        }

        void check() {
            assertThat(index.verify().faults()).as(name).isEmpty();
            assertThat(index.verify().objects()).as(name).isEqualTo(model.objects().size());
            check(new Area(-MAX, -MAX, MAX, MAX));
            for (int i = 0; i < LOOKS; i++) {
                check(source.next(random));
                Area point = source.next(random);
                checkNearest(point.minX(), point.maxY());
            }
            checkNearest(-MAX, -MAX);
            checkNearest(1e308, 0);
        }

        private void check(Area window) {
            for (Relation relation : Relation.values()) {
                Set<Long> expected = model.search(window, relation);
                String what = name + " " + relation + " " + window;
                assertThat(SpatialModel.found(index, window, relation))
                        .as(what)
                        .isEqualTo(expected);
                assertThat(SpatialModel.found(remembering, window, relation))
                        .as(what)
                        .isEqualTo(expected);
            }
            assertThat(index.count(window.minX(), window.minY(), window.maxX(), window.maxY()))
                    .as(name)
                    .isEqualTo(model.search(window, Relation.INTERSECTS).size());
        }

        private void checkNearest(double x, double y) {
            Set<Long> ids = new HashSet<>();
            double before = -1;
            try (SpatialCursor cursor = index.nearest(x, y, Long.MAX_VALUE)) {
                while (cursor.next()) {
                    assertThat(ids.add(cursor.id())).as(name).isTrue();
                    Area area = model.objects().get(cursor.id());
                    double sixteenth = sixteenth(area, x, y);
                    String what = name + " " + area + " from " + x + ", " + y;
                    assertThat(sixteenth).as(what).isGreaterThanOrEqualTo(before * (1 - 1e-14));
                    before = sixteenth;
                    checkDistance(area, x, y, cursor.distance(), what);
                }
            }
            assertThat(ids).as(name).isEqualTo(model.objects().keySet());
            checkFirst(x, y);
        }

        private void checkDistance(Area area, double x, double y, double distance, String what) {
            double expected =
                    Math.hypot(gap(x, area.minX(), area.maxX()), gap(y, area.minY(), area.maxY()));
            if (Double.isInfinite(expected)) {
                assertThat(distance).as(what).isGreaterThan(MAX / 4);
            } else {
                assertThat(Math.abs(distance - expected))
                        .as(what + ": " + distance)
                        .isLessThanOrEqualTo(2 * Math.ulp(expected));
            }
        }

        private void checkFirst(double x, double y) {
            List<Double> expected =
                    model.objects().values().stream()
                            .map(area -> sixteenth(area, x, y))
                            .sorted()
                            .limit(5)
                            .toList();
            List<Double> found = new ArrayList<>();
            try (SpatialCursor cursor = index.nearest(x, y, 5)) {
                while (cursor.next()) {
                    found.add(sixteenth(model.objects().get(cursor.id()), x, y));
                }
            }
            assertThat(found).as(name).hasSameSizeAs(expected);
            for (int i = 0; i < found.size(); i++) {
                assertThat(found.get(i))
                        .as(name + " from " + x + ", " + y)
                        .isBetween(expected.get(i) * (1 - 1e-14), expected.get(i) * (1 + 1e-14));
            }
        }

        /** A sixteenth of a distance, which does not overflow; too inexact for tiny rectangles. */
        private static double sixteenth(Area area, double x, double y) {
            double scale = Math.abs(x) < 1e-290 && Math.abs(y) < 1e-290 ? 1 : 1.0 / 16;
            return Math.hypot(
                    gap(x * scale, area.minX() * scale, area.maxX() * scale),
                    gap(y * scale, area.minY() * scale, area.maxY() * scale));
        }

        private static double gap(double x, double min, double max) {
            return Math.max(0, Math.max(min - x, x - max));
        }
    }
}
