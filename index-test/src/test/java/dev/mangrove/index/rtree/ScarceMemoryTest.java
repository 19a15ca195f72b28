package dev.mangrove.index.rtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.rtree.tree.EntryPlacer;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.rtree.tree.TreeEndedException;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.SplittableRandom;

/**
 * Memory runs out at each page that a change would allocate: the change has no effect, and the tree
 * stays sound and usable.
 */
final class ScarceMemoryTest {
    private static final int OBJECTS = 700;
    private static final int MOST_PAGES = 2_000;

    private final SplittableRandom random = new SplittableRandom(23);
    private SpatialOptions options = SpatialOptions.of(SpatialDesign.BASIC);
    private ScarceSpace space = new ScarceSpace(options);
    private LocalSpatialTree view = plant();

    private LocalSpatialTree plant() {
        space = new ScarceSpace(options);
        view = new LocalSpatialTree(new RTree(Host.system(), space.memory(), space, options, 1));
        return view;
    }

    private void plant(SpatialDesign design) {
        options = new SpatialOptions(design, 4);
        LocalSpatialTree _ = plant();
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldInsertAllOrNothingWhereverPagesRunOut(SpatialDesign design) {
        plant(design);
        int refused = 0;
        for (int id = 0; id < OBJECTS; id++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            // Memory runs out at each page in turn that the insertion allocates.
            for (int pages = 0; !inserts(id, x, y, pages); pages++) {
                refused++;
                assertThat(pages).isLessThan(EntryPlacer.LEVELS);
                assertWhole(id);
            }
        }
        assertThat(refused).isGreaterThan(OBJECTS / 10);
        assertWhole(OBJECTS);
    }

    private boolean inserts(long id, double x, double y, int pages) {
        space.leave(pages);
        try {
            assertThat(view.insert(id, x, y)).isTrue();
            return true;
        } catch (ScarceSpace.UsedUp e) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldLeaveObjectsWhereTheyAreWhenPagesRunOut(SpatialDesign design) {
        plant(design);
        fill();
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            long id = random.nextInt(OBJECTS);
            double x = random.nextDouble();
            double y = random.nextDouble();
            space.leave(0);
            try {
                assertThat(view.update(id, x, y, x, y)).isTrue();
                assertThat(view.count(x, y, x, y)).isEqualTo(1);
            } catch (ScarceSpace.UsedUp e) {
                refused++;
                assertThat(view.count(x, y, x, y)).isZero();
            }
        }
        assertThat(refused).isPositive();
        assertWhole(OBJECTS);
        space.leave(MOST_PAGES);
        for (int id = 0; id < OBJECTS; id++) {
            assertThat(view.update(id, id, id, id, id)).isTrue();
        }
        assertWhole(OBJECTS);
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldDeleteAllAndInsertAgainWhenPagesHaveRunOut(SpatialDesign design) {
        plant(design);
        for (int round = 0; round < 3; round++) {
            int inserted = insertUntilRefused(100);
            assertThat(inserted).isGreaterThan(100);
            for (int id = 0; id < inserted; id++) {
                assertThat(view.delete(id)).isTrue();
            }
            assertWhole(0);
        }
    }

    private int insertUntilRefused(int pages) {
        space.leave(pages);
        int id = 0;
        try {
            while (view.insert(id, random.nextDouble(), random.nextDouble())) {
                id++;
            }
        } catch (ScarceSpace.UsedUp e) {
            assertWhole(id);
        }
        return id;
    }

    @ParameterizedTest
    @CsvSource({
        "BASIC,NONE",
        "BASIC,HILBERT",
        "BASIC,STR",
        "RSTAR,NONE",
        "RSTAR,STR",
        "HILBERT,NONE",
        "HILBERT,HILBERT"
    })
    void shouldUndoBulkLoadWhereverPagesRunOut(SpatialDesign design, Packing packing) {
        plant(design);
        // The first load is refused, too; it has taken the pages of the reserve.
        for (int pages = 0; !loads(packing, pages); pages += 1 + pages / 8) {
            assertThat(pages).isLessThan(MOST_PAGES);
            assertWhole(0);
            int inUse = space.inUse();
            space.leave(MOST_PAGES);
            assertThat(view.insert(3, 0, 0)).isTrue();
            assertThat(view.delete(3)).isTrue();
            assertThat(space.inUse()).as("no page is lost").isEqualTo(inUse);
        }
        assertWhole(OBJECTS);
    }

    private boolean loads(Packing packing, int pages) {
        space.leave(pages);
        try {
            assertThat(view.bulkLoad(objects(OBJECTS), packing, 0.7)).isEqualTo(OBJECTS);
            return true;
        } catch (ScarceSpace.UsedUp e) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(Packing.class)
    void shouldUndoBulkLoadWhenAnIdComesTwice(Packing packing) {
        plant(SpatialDesign.RSTAR);
        int inUse = space.inUse();
        SpatialEntries twice = objects(OBJECTS);
        assertThatThrownBy(() -> view.bulkLoad(new Repeating(twice), packing, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id=");
        assertWhole(0);
        if (packing != Packing.NONE) {
            assertThat(space.inUse()).isEqualTo(inUse);
        }
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldRefuseChangesWhenOneHasBrokenOff(SpatialDesign design) {
        plant(design);
        RTree tree = new RTree(Host.system(), space.memory(), space, options, 1);
        LocalSpatialTree whole = new LocalSpatialTree(tree);
        assertThat(whole.insert(1, 0, 0)).isTrue();
        tree.damaged(new IllegalStateException("for the test"));
        assertThatThrownBy(() -> whole.insert(2, 0, 0))
                .isInstanceOf(TreeEndedException.class)
                .hasMessageContaining("for the test");
        assertThat(whole.count(0, 0, 1, 1)).isEqualTo(1);
    }

    private void fill() {
        for (int id = 0; id < OBJECTS; id++) {
            assertThat(view.insert(id, random.nextDouble(), random.nextDouble())).isTrue();
        }
    }

    private SpatialEntries objects(int number) {
        return new Objects(number, random.split());
    }

    private void assertWhole(int objects) {
        assertThat(view.verify().faults()).isEmpty();
        assertThat(view.verify().objects()).isEqualTo(objects);
        double all = Double.MAX_VALUE;
        assertThat(view.count(-all, -all, all, all)).isEqualTo(objects);
    }

    /** Random points. */
    private static final class Objects implements SpatialEntries {
        private final int number;
        private final SplittableRandom random;
        private int id = -1;
        private double x;
        private double y;

        Objects(int number, SplittableRandom random) {
            this.number = number;
            this.random = random;
        }

        @Override
        public boolean next() {
            x = random.nextDouble();
            y = random.nextDouble();
            return ++id < number;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public double minX() {
            return x;
        }

        @Override
        public double minY() {
            return y;
        }

        @Override
        public double maxX() {
            return x;
        }

        @Override
        public double maxY() {
            return y;
        }
    }

    /** The same objects, but two of them have one id. */
    private record Repeating(SpatialEntries all) implements SpatialEntries {
        @Override
        public boolean next() {
            return all.next();
        }

        @Override
        public long id() {
            return all.id() == OBJECTS / 2 ? 1 : all.id();
        }

        @Override
        public double minX() {
            return all.minX();
        }

        @Override
        public double minY() {
            return all.minY();
        }

        @Override
        public double maxX() {
            return all.maxX();
        }

        @Override
        public double maxY() {
            return all.maxY();
        }
    }
}
