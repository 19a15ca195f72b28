package dev.mangrove.index.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.mangrove.index.TestSize;
import dev.mangrove.index.spatial.SpatialModel.Area;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/** The contract of spatial indexes, for every tree, fabric and access policy. */
public abstract class SpatialIndexContract {
    private static final Area ALL = new Area(-10, -10, 10, 10);
    private static final int[] FANOUTS =
            TestSize.FULL ? new int[] {4, 15, 30, 70, 130} : new int[] {4, 15, 130};

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final RandomGenerator random = new SplittableRandom(seed);
    private SpatialPlace place;

    /** Creates the environment of a test. */
    protected abstract SpatialPlace newPlace();

    /** Factor on the sizes of tests: 1 on fast fabrics. */
    protected double effort() {
        return 1;
    }

    @BeforeEach
    void openPlace() {
        place = newPlace();
    }

    @AfterEach
    void closePlace() {
        place.close();
    }

    @Test
    void shouldFindNothingInAnEmptyIndex() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(30);
                    assertThat(SpatialModel.found(index, ALL, Relation.INTERSECTS)).isEmpty();
                    assertThat(index.count(-1, -1, 1, 1)).isZero();
                    assertThat(index.delete(1)).isFalse();
                    assertThat(index.update(1, 0, 0, 1, 1)).isFalse();
                    try (SpatialCursor cursor = index.nearest(0, 0, 5)) {
                        assertThat(cursor.next()).isFalse();
                    }
                    index.verify().orThrow();
                    assertThat(index.statistics().height()).isEqualTo(1);
                });
    }

    @Test
    void shouldKeepASingleObject() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(30);
                    assertThat(index.insert(7, 1, 2, 3, 4)).isTrue();
                    assertThat(index.insert(7, 5, 5, 6, 6)).as("the id is taken").isFalse();
                    try (SpatialCursor cursor = index.search(2, 3, 2, 3)) {
                        assertThat(cursor.next()).isTrue();
                        assertThat(cursor.id()).isEqualTo(7);
                        assertThat(cursor.minX()).isEqualTo(1);
                        assertThat(cursor.minY()).isEqualTo(2);
                        assertThat(cursor.maxX()).isEqualTo(3);
                        assertThat(cursor.maxY()).isEqualTo(4);
                        assertThat(cursor.next()).isFalse();
                    }
                    assertThat(index.count(3, 4, 9, 9)).as("borders count").isEqualTo(1);
                    assertThat(index.count(3.1, 4, 9, 9)).isZero();
                    assertThat(index.update(7, -1, -1, -1, -1)).isTrue();
                    assertThat(index.count(2, 3, 2, 3)).isZero();
                    assertThat(index.count(-1, -1, -1, -1)).isEqualTo(1);
                    assertThat(index.delete(7)).isTrue();
                    assertThat(index.delete(7)).isFalse();
                    assertThat(index.count(-9, -9, 9, 9)).isZero();
                    assertThat(index.insert(7, 1, 1)).as("the id is free").isTrue();
                });
    }

    @Test
    void shouldRefuseWhatIsNoRectangle() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(30);
                    double[] bad = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
                    for (double border : bad) {
                        assertThatIllegalArgumentException()
                                .isThrownBy(() -> index.insert(1, border, 0, 1, 1))
                                .withMessageContaining("not finite");
                        assertThatIllegalArgumentException()
                                .isThrownBy(() -> index.update(1, 0, 0, 1, border));
                        assertThatIllegalArgumentException()
                                .isThrownBy(() -> index.search(0, border, 1, 1));
                        assertThatIllegalArgumentException()
                                .isThrownBy(() -> index.count(0, 0, border, 1));
                        assertThatIllegalArgumentException()
                                .isThrownBy(() -> index.nearest(0, border, 1));
                    }
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> index.insert(1, 1, 0, 0, 1))
                            .withMessageContaining("wrong order");
                    assertThatIllegalArgumentException().isThrownBy(() -> index.search(0, 1, 1, 0));
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> index.search(0, 0, 1, 1, Relation.INTERSECTS, -1));
                    assertThat(index.count(-9, -9, 9, 9)).isZero();
                });
    }

    @Test
    void shouldKeepManyObjectsAtOneRectangleAndExtremeOnes() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(4);
                    for (long id = -20; id < 20; id++) {
                        assertThat(index.insert(id, 0, -0.0, 0, 0)).isTrue();
                    }
                    double most = Double.MAX_VALUE;
                    assertThat(index.insert(Long.MIN_VALUE, -most, -most, most, most)).isTrue();
                    assertThat(index.insert(Long.MAX_VALUE, most, most, most, most)).isTrue();
                    assertThat(index.count(-0.0, 0, -0.0, 0)).isEqualTo(41);
                    assertThat(index.count(most, most, most, most)).isEqualTo(2);
                    index.verify().orThrow();
                    for (long id = -20; id < 20; id++) {
                        assertThat(index.delete(id)).isTrue();
                    }
                    assertThat(index.count(-1, -1, 1, 1)).isEqualTo(1);
                    index.verify().orThrow();
                });
    }

    @Test
    void shouldDoAsAModelDoes() throws Exception {
        for (int fanout : FANOUTS) {
            test(() -> followModel(create(fanout), new SpatialModel(), scaled(2500)));
        }
    }

    @Test
    void shouldFindAnObjectByItsIdAndPutItAnywhere() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(4);
                    assertThat(index.get(7)).isEmpty();
                    assertThat(index.upsert(7, 1, 2, 3, 4)).as("new").isTrue();
                    assertThat(index.get(7)).contains(new Place(1, 2, 3, 4));
                    assertThat(index.upsert(7, 5, 6)).as("new").isFalse();
                    assertThat(index.get(7)).contains(new Place(5, 6, 5, 6));
                    assertThat(index.count(0, 0, 9, 9)).as("at one place only").isEqualTo(1);
                    assertThat(index.delete(7)).isTrue();
                    assertThat(index.get(7)).isEmpty();
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> index.upsert(1, 0, Double.NaN));
                });
    }

    @Test
    void shouldApplyBatchesAsAModelDoes() throws Exception {
        for (int fanout : new int[] {4, 30}) {
            test(() -> followBatches(create(fanout), new SpatialModel()));
        }
    }

    private void followBatches(SpatialIndex index, SpatialModel model) {
        SpatialBatch batch = new SpatialBatch();
        for (int size : new int[] {300, 1, 64, 0, 65, 63, 200}) {
            batch.clear();
            for (int i = 0; i < size; i++) {
                draw(batch, random.nextInt(100));
            }
            assertThat(index.applyAll(batch)).isZero();
            for (int i = 0; i < size; i++) {
                Optional<Place> there = place(model, batch.id(i));
                assertThat(batch.result(i))
                        .as("%s at %d, seed %d", batch.operation(i), i, seed)
                        .isEqualTo(applyTo(model, batch, i));
                if (batch.operation(i) == SpatialBatch.Operation.GET) {
                    assertThat(batch.place(i)).as("get at %d, seed %d", i, seed).isEqualTo(there);
                }
            }
            for (long id = 0; id < 100; id++) {
                assertThat(index.get(id)).as("id %d", id).isEqualTo(place(model, id));
            }
        }
        index.verify().orThrow();
        compare(index, model);
    }

    private void draw(SpatialBatch batch, long id) {
        Area at = Area.random(random, 0.05);
        switch (random.nextInt(6)) {
            case 4, 5 -> batch.get(id);
            case 0 -> batch.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY());
            case 1 -> batch.update(id, at.minX(), at.minY(), at.maxX(), at.maxY());
            case 2 -> batch.upsert(id, at.minX(), at.minY(), at.maxX(), at.maxY());
            default -> batch.delete(id);
        }
    }

    private static boolean applyTo(SpatialModel model, SpatialBatch batch, int i) {
        Area at = new Area(batch.minX(i), batch.minY(i), batch.maxX(i), batch.maxY(i));
        Map<Long, Area> objects = model.objects();
        return switch (batch.operation(i)) {
            case INSERT -> objects.putIfAbsent(batch.id(i), at) == null;
            case UPDATE -> objects.replace(batch.id(i), at) != null;
            case UPSERT -> objects.put(batch.id(i), at) == null;
            case DELETE -> objects.remove(batch.id(i)) != null;
            case SET_PAYLOAD, GET -> objects.containsKey(batch.id(i));
        };
    }

    private static Optional<Place> place(SpatialModel model, long id) {
        return Optional.ofNullable(model.objects().get(id))
                .map(at -> new Place(at.minX(), at.minY(), at.maxX(), at.maxY()));
    }

    @Test
    void shouldKeepThePayloadOfAnObjectUntilItIsDeleted() throws Exception {
        test(() -> new PayloadScenarios(create(4), random).keepAndMove());
    }

    @Test
    void shouldKeepPayloadsOfAllLengths() throws Exception {
        test(() -> new PayloadScenarios(create(15), random).keepAllLengths());
    }

    @Test
    void shouldReturnPayloadsWithSearchesThatAskForThem() throws Exception {
        test(() -> new PayloadScenarios(create(7), random).search(scaled(400)));
    }

    @Test
    void shouldApplyBatchesWithPayloadsAsAModelDoes() throws Exception {
        test(() -> new PayloadScenarios(create(4), random).followBatches());
    }

    @Test
    void shouldReturnWholePayloadsWhileOthersReplaceThem() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(4);
                    PayloadScenarios.fillForThreads(index);
                    long first = random.nextLong();
                    int steps = scaled(400);
                    place.together(
                            4,
                            (thread, view) ->
                                    new PayloadScenarios(view, new SplittableRandom(first + thread))
                                            .changeAndRead(thread, steps));
                    index.verify().orThrow();
                });
    }

    @Test
    void shouldFindManyObjectsByTheirIds() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(15);
                    long[] ids = LongStream.range(0, 150).toArray();
                    assertThat(index.getAll(ids)).hasSize(150).containsOnlyNulls();
                    for (int i = 0; i < 150; i += 2) {
                        assertThat(index.insert(ids[i], i, -i, i + 1, 0)).isTrue();
                    }
                    Place[] found = index.getAll(ids);
                    for (int i = 0; i < 150; i++) {
                        Place there = i % 2 == 0 ? new Place(i, -i, i + 1, 0) : null;
                        assertThat(found[i]).as("id %d", i).isEqualTo(there);
                    }
                    assertThat(index.getAll()).isEmpty();
                    SpatialBatch batch = new SpatialBatch().delete(4).get(4).get(6);
                    batch.upsert(7, 1, 1, 1, 1, new byte[9]).get(7).delete(7);
                    assertThatIllegalStateException().isThrownBy(() -> batch.place(1));
                    assertThat(index.applyAll(batch)).isZero();
                    assertThat(batch.place(1)).isEmpty();
                    assertThat(batch.place(2)).contains(new Place(6, -6, 7, 0));
                    assertThat(batch.place(4)).contains(new Place(1, 1, 1, 1));
                    assertThatIllegalStateException().isThrownBy(() -> batch.place(0));
                });
    }

    @Test
    void shouldMoveManyObjects() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(15);
                    long[] ids = LongStream.range(0, 150).toArray();
                    for (int i = 0; i < 100; i++) {
                        assertThat(index.insert(ids[i], i, i)).isTrue();
                    }
                    double[] x = LongStream.of(ids).mapToDouble(id -> -id).toArray();
                    assertThat(index.moveAll(ids, x, x)).isEqualTo(100);
                    assertThat(index.get(99)).contains(new Place(-99, -99, -99, -99));
                    assertThat(index.get(100)).isEmpty();
                    assertThat(index.count(-99, -99, 0, 0)).isEqualTo(100);
                    assertThat(index.count(0.5, 0.5, 99, 99)).isZero();
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> index.moveAll(ids, x, new double[149]))
                            .withMessageContaining("y=149");
                    index.verify().orThrow();
                });
    }

    @Test
    void shouldGoOnAfterABulkLoad() throws Exception {
        for (Packing packing : Packing.values()) {
            for (int fanout : someOf(FANOUTS)) {
                test(
                        () -> {
                            SpatialIndex index = create(fanout);
                            SpatialModel model = new SpatialModel();
                            for (long id = 0; id < scaled(700); id++) {
                                model.objects().put(id, Area.random(random, 0.05));
                            }
                            assertThat(index.bulkLoad(model.entries(), packing, 0.9))
                                    .isEqualTo(model.objects().size());
                            index.verify().orThrow();
                            compare(index, model);
                            followModel(index, model, scaled(600));
                        });
            }
        }
    }

    @Test
    void shouldRefuseBadBulkLoads() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(15);
                    Area area = new Area(0, 0, 1, 1);
                    List<Map.Entry<Long, Area>> twice =
                            List.of(Map.entry(1L, area), Map.entry(2L, area), Map.entry(1L, area));
                    assertThatIllegalArgumentException()
                            .isThrownBy(
                                    () ->
                                            index.bulkLoad(
                                                    SpatialModel.entries(twice), Packing.STR, 1));
                    SpatialModel model = new SpatialModel();
                    model.objects().put(3L, new Area(0, 0, Double.NaN, 1));
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> index.bulkLoad(model.entries(), Packing.STR, 1));
                    assertThatIllegalArgumentException()
                            .isThrownBy(
                                    () ->
                                            index.bulkLoad(
                                                    new SpatialModel().entries(), Packing.STR, 0));
                    assertThat(index.bulkLoad(new SpatialModel().entries(), Packing.STR, 1))
                            .isZero();
                    assertThat(index.insert(1, 0, 0)).as("still empty").isTrue();
                    model.objects().put(3L, area);
                    assertThatIllegalStateException()
                            .isThrownBy(() -> index.bulkLoad(model.entries(), Packing.STR, 1))
                            .withMessageContaining("not empty");
                });
    }

    @Test
    void shouldReturnNearestFirstAndNoMoreThanAsked() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(15);
                    SpatialModel model = fill(index, scaled(600));
                    for (int i = 0; i < 30; i++) {
                        double x = random.nextDouble() * 2 - 1;
                        double y = random.nextDouble() * 2 - 1;
                        int k = random.nextInt(40);
                        List<Double> found = new ArrayList<>();
                        try (SpatialCursor cursor = index.nearest(x, y, k)) {
                            while (cursor.next()) {
                                Area area = model.objects().get(cursor.id());
                                assertThat(cursor.distance()).isEqualTo(area.distance(x, y));
                                found.add(cursor.distance());
                            }
                        }
                        assertThat(found).isEqualTo(model.distances(x, y).subList(0, k));
                    }
                });
    }

    @Test
    void shouldKeepToLimitsAndCloseEarly() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(15);
                    SpatialModel model = fill(index, scaled(500));
                    for (int limit : new int[] {0, 1, 7, 100}) {
                        int seen = 0;
                        try (SpatialCursor cursor =
                                index.search(-2, -2, 2, 2, Relation.INTERSECTS, limit)) {
                            while (cursor.next()) {
                                seen++;
                            }
                        }
                        assertThat(seen).isEqualTo(limit);
                    }
                    SpatialCursor cursor = index.search(-2, -2, 2, 2);
                    assertThat(cursor.next()).isTrue();
                    if (place.hasOneCursor()) {
                        assertThatIllegalStateException()
                                .isThrownBy(() -> index.search(0, 0, 1, 1))
                                .withMessageContaining("open");
                    } else {
                        index.search(0, 0, 1, 1).close();
                    }
                    assertThat(index.insert(-1, 0, 0)).as("meanwhile").isTrue();
                    assertThat(cursor.next()).isTrue();
                    cursor.close();
                    assertThatIllegalStateException().isThrownBy(cursor::next);
                    model.objects().put(-1L, new Area(0, 0, 0, 0));
                    compare(index, model);
                });
    }

    /** The page that an object moves to may be the full page that it is in. */
    @Test
    void shouldMoveObjectsWithinFullPages() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(7);
                    int number = 10;
                    SpatialModel model = fill(index, number);
                    for (int i = 0; i < scaled(2000); i++) {
                        long id = random.nextLong(number);
                        Area at = Area.random(random, 0.05);
                        assertThat(index.update(id, at.minX(), at.minY(), at.maxX(), at.maxY()))
                                .isTrue();
                        model.objects().put(id, at);
                        index.verify().orThrow();
                    }
                    compare(index, model);
                });
    }

    @Test
    void shouldTellShapeAndCost() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(15);
                    SpatialModel model = fill(index, scaled(500));
                    compare(index, model);
                    SpatialStatistics statistics = index.statistics();
                    assertThat(statistics.objects()).isEqualTo(model.objects().size());
                    assertThat(statistics.height()).isBetween(2, 6);
                    assertThat(statistics.leaves()).isGreaterThan(statistics.inners());
                    assertThat(statistics.fill()).isBetween(0.2, 1.0);
                    assertThat(statistics.overlap()).isNotNegative();
                    assertThat(statistics.operations()).isPositive();
                });
    }

    @Test
    void shouldRefuseAClosedView() throws Exception {
        test(
                () -> {
                    SpatialIndex index = create(15);
                    index.insert(1, 0, 0);
                    SpatialIndex other = place.another();
                    other.close();
                    assertThatIllegalStateException().isThrownBy(() -> other.delete(1));
                    assertThatIllegalStateException().isThrownBy(() -> other.search(0, 0, 1, 1));
                    assertThat(index.delete(1)).isTrue();
                });
    }

    /**
     * Every search must find the objects that stay, and those that only move, none of them twice,
     * while writers insert and delete others so that pages split, redistribute, become empty and
     * are freed.
     */
    @Test
    void shouldMissNothingWhileOthersWrite() throws Exception {
        for (int fanout : someOf(4, 7, 15)) {
            test(() -> writeAndSearch(create(fanout)));
        }
    }

    private void writeAndSearch(SpatialIndex index) {
        SpatialModel staying = new SpatialModel();
        int number = scaled(300);
        for (long id = 0; id < number; id++) {
            staying.objects().put(id, Area.random(random, 0.05));
        }
        staying.objects()
                .forEach((id, at) -> index.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY()));
        long movers = 100;
        for (long id = 1000; id < 1000 + movers; id++) {
            index.insert(id, random.nextDouble(), random.nextDouble());
        }
        long first = random.nextLong();
        place.together(
                4,
                (thread, view) -> {
                    RandomGenerator own = new SplittableRandom(first + thread);
                    if (thread < 2) {
                        churn(view, own, 10_000L * (thread + 1), movers);
                    } else {
                        watch(view, own, staying, movers);
                    }
                });
        index.verify().orThrow();
        assertThat(SpatialModel.found(index, ALL, Relation.INTERSECTS))
                .containsAll(staying.objects().keySet());
    }

    private void churn(SpatialIndex view, RandomGenerator own, long firstId, long movers) {
        SpatialModel mine = new SpatialModel();
        for (int i = 0; i < scaled(1500); i++) {
            long id = firstId + own.nextInt(300);
            Area at = Area.random(own, 0.05);
            int kind = own.nextInt(10);
            if (kind < 2) {
                long mover = 1000 + own.nextLong(movers);
                assertThat(view.update(mover, at.minX(), at.minY(), at.maxX(), at.maxY())).isTrue();
            } else if (i / 300 % 2 == 0 ? kind < 4 : kind < 7) {
                assertThat(view.delete(id)).isEqualTo(mine.objects().remove(id) != null);
            } else {
                boolean fresh = mine.objects().putIfAbsent(id, at) == null;
                assertThat(view.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY()))
                        .isEqualTo(fresh);
            }
        }
    }

    private void watch(SpatialIndex view, RandomGenerator own, SpatialModel staying, long movers) {
        for (int i = 0; i < scaled(150); i++) {
            boolean all = own.nextInt(3) == 0;
            Area window = all ? ALL : Area.random(own, 0.3);
            Set<Long> found = SpatialModel.found(view, window, Relation.INTERSECTS);
            assertThat(found).containsAll(staying.search(window, Relation.INTERSECTS));
            if (all) {
                for (long id = 1000; id < 1000 + movers; id++) {
                    assertThat(found).contains(id);
                }
            }
            if (i % 10 == 0) {
                watchNearest(view, own, staying, movers);
            }
        }
    }

    private static void watchNearest(
            SpatialIndex view, RandomGenerator own, SpatialModel staying, long movers) {
        Set<Long> found = new java.util.HashSet<>();
        double last = 0;
        try (SpatialCursor cursor =
                view.nearest(own.nextDouble(), own.nextDouble(), Long.MAX_VALUE)) {
            while (cursor.next()) {
                assertThat(found.add(cursor.id())).isTrue();
                if (staying.objects().containsKey(cursor.id())) {
                    assertThat(cursor.distance()).isGreaterThanOrEqualTo(last);
                    last = cursor.distance();
                }
            }
        }
        assertThat(found).containsAll(staying.objects().keySet());
        for (long id = 1000; id < 1000 + movers; id++) {
            assertThat(found).contains(id);
        }
    }

    private void followModel(SpatialIndex index, SpatialModel model, int steps) {
        for (int i = 0; i < steps; i++) {
            long id = random.nextInt(steps / 2);
            Area at = Area.random(random, 0.05);
            boolean there = model.objects().containsKey(id);
            boolean shrinks = i > steps * 3 / 4;
            switch (random.nextInt(shrinks ? 4 : 8)) {
                case 0, 1 -> {
                    assertThat(index.delete(id)).isEqualTo(there);
                    model.objects().remove(id);
                }
                case 2 -> {
                    assertThat(index.update(id, at.minX(), at.minY(), at.maxX(), at.maxY()))
                            .isEqualTo(there);
                    model.objects().replace(id, at);
                }
                default -> {
                    assertThat(index.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY()))
                            .isEqualTo(!there);
                    model.objects().putIfAbsent(id, at);
                }
            }
            if (i % 50 == 0) {
                compareOne(index, model);
            }
        }
        compare(index, model);
        index.verify().orThrow();
    }

    private SpatialModel fill(SpatialIndex index, int number) {
        SpatialModel model = new SpatialModel();
        for (long id = 0; id < number; id++) {
            Area at = Area.random(random, 0.05);
            model.objects().put(id, at);
            index.insert(id, at.minX(), at.minY(), at.maxX(), at.maxY());
        }
        return model;
    }

    private void compare(SpatialIndex index, SpatialModel model) {
        for (int i = 0; i < 10; i++) {
            compareOne(index, model);
        }
        assertThat(SpatialModel.found(index, ALL, Relation.INTERSECTS))
                .isEqualTo(model.objects().keySet());
    }

    private void compareOne(SpatialIndex index, SpatialModel model) {
        Area window = Area.random(random, random.nextBoolean() ? 0.02 : 0.5);
        for (Relation relation : Relation.values()) {
            assertThat(SpatialModel.found(index, window, relation))
                    .as("%s %s", relation, window)
                    .isEqualTo(model.search(window, relation));
        }
        assertThat(index.count(window.minX(), window.minY(), window.maxX(), window.maxY()))
                .isEqualTo(model.search(window, Relation.INTERSECTS).size());
    }

    private SpatialIndex create(int fanout) {
        return place.create(SpatialOptions.of(place.design()).withFanout(fanout));
    }

    private int scaled(int number) {
        return Math.max(100, (int) (number * effort()));
    }

    /** All values, or one of them at small size. */
    private int[] someOf(int... values) {
        return TestSize.FULL ? values : new int[] {values[random.nextInt(values.length)]};
    }

    private void test(SpatialPlace.Body body) throws Exception {
        try {
            place.run(body);
        } catch (Exception | AssertionError e) {
            throw new AssertionError("again with -Dmangrove.seed=" + seed + ": " + e, e);
        }
    }
}
