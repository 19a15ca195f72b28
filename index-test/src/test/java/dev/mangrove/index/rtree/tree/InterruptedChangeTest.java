package dev.mangrove.index.rtree.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.access.WatchedStores;
import dev.mangrove.index.latch.ToyHost;
import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A change throws at each of its stores in turn, and at some of its loads. If it had not begun to
 * change pages, the tree goes on as if nothing had been called. Otherwise the tree refuses changes,
 * and searches find every other object where it was.
 */
final class InterruptedChangeTest {
    private static final boolean FULL = Boolean.getBoolean("mangrove.full");

    /** Of the loads, one in so many is made to fail. */
    private static final int LOADS_APART = FULL ? 1 : 3;

    private static final int MOST_ACCESSES = 1_000_000;
    private static final int PAGES = 150;
    private static final int FANOUT = 4;
    private static final long NEW = 50;
    private static final int LOADED = 30;

    /** Where moved objects go. */
    private static final double FAR = -5;

    private final ToyHost host = new ToyHost(false);
    private final Map<Long, Double> model = new HashMap<>();
    private PlainSpace space = new PlainSpace(64, 1);
    private RTree tree = plant(SpatialDesign.BASIC);
    private LocalSpatialTree view = new LocalSpatialTree(tree);

    /** Thrown instead of an access. */
    private static final class InjectedError extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Throws at the n-th access. */
    private static final class FailAt implements WatchedStores.Hook {
        private final long number;
        private final boolean loads;
        private long seen;

        FailAt(long number, boolean loads) {
            this.number = number;
            this.loads = loads;
        }

        @Override
        public void beforeLoad() {
            if (loads) {
                count();
            }
        }

        @Override
        public void beforeStore() {
            if (!loads) {
                count();
            }
        }

        private void count() {
            if (seen++ == number) {
                throw new InjectedError();
            }
        }
    }

    private RTree plant(SpatialDesign design) {
        SpatialOptions options = new SpatialOptions(design, FANOUT);
        space = new PlainSpace(RTree.pageSize(options), PAGES);
        return new RTree(host, space.memory(), space, options, 1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepOtherObjectsWhenAnInsertionFails(SpatialDesign design) {
        for (int objects : FULL ? new int[] {0, 3, 4, 15, 16, 17, 41} : new int[] {0, 4, 17}) {
            failEverywhere(design, objects, NEW, now -> now.insert(NEW, place(7), place(7)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepOtherObjectsWhenADeletionFails(SpatialDesign design) {
        for (int objects : FULL ? new int[] {1, 5, 6, 17, 42} : new int[] {1, 6, 17}) {
            long deleted = objects / 2;
            failEverywhere(design, objects, deleted, now -> now.delete(deleted));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepOtherObjectsWhenAMoveFails(SpatialDesign design) {
        for (int objects : FULL ? new int[] {1, 5, 16, 42} : new int[] {1, 16}) {
            long moved = objects / 2;
            failEverywhere(design, objects, moved, now -> now.update(moved, FAR, FAR, FAR, FAR));
            double near = place(moved) + 1e-9;
            failEverywhere(
                    design, objects, moved, now -> now.update(moved, near, near, near, near));
        }
    }

    @ParameterizedTest
    @CsvSource({"BASIC,STR", "RSTAR,HILBERT", "HILBERT,HILBERT"})
    void shouldLoadAllOrNothingWhenABulkLoadFails(SpatialDesign design, Packing packing) {
        failEverywhere(design, 0, NEW, now -> now.bulkLoad(new Points(LOADED), packing, 1));
    }

    /** Lets a change of one object fail at each access. */
    private void failEverywhere(
            SpatialDesign design, int objects, long id, Consumer<LocalSpatialTree> change) {
        int stores = failAtEach(design, objects, id, change, false, 1);
        assertThat(stores).isGreaterThan(5);
        assertThat(failAtEach(design, objects, id, change, true, LOADS_APART)).isPositive();
    }

    private int failAtEach(
            SpatialDesign design,
            int objects,
            long id,
            Consumer<LocalSpatialTree> change,
            boolean loads,
            int step) {
        for (int access = 0, failures = 0; access < MOST_ACCESSES; access += step, failures++) {
            build(design, objects);
            try (WatchedStores _ = new WatchedStores(new FailAt(access, loads))) {
                change.accept(view);
                return failures;
            } catch (InjectedError e) {
                assertThat(e).hasNoCause();
            }
            check(id, (loads ? "load " : "store ") + access + " of " + objects + " objects");
        }
        throw new AssertionError("no end of accesses");
    }

    private void build(SpatialDesign design, int objects) {
        tree = plant(design);
        view = new LocalSpatialTree(tree);
        model.clear();
        for (long id = 0; id < objects; id++) {
            insert(id);
        }
    }

    private void insert(long id) {
        assertThat(view.insert(id, place(id), place(id))).isTrue();
        model.put(id, place(id));
    }

    /** Where an object is: on a diagonal, in no order. */
    private static double place(long id) {
        return id * 0.618034 % 1;
    }

    private void check(long id, String when) {
        view = new LocalSpatialTree(tree);
        if (isUsable()) {
            assertWhole(id, when);
            goOn(when);
        } else {
            assertThatThrownBy(() -> view.insert(NEW + 1, 0, 0))
                    .as(when)
                    .isInstanceOf(TreeEndedException.class);
            assertFound(id, when);
        }
    }

    private boolean isUsable() {
        try {
            tree.checkUsable();
            return true;
        } catch (TreeEndedException e) {
            return false;
        }
    }

    private void assertWhole(long id, String when) {
        assertFound(id, when);
        assertThat(view.verify().faults()).as(when).isEmpty();
        long tree = view.verify().pages();
        long lost = space.inUse() - 1 - tree - this.tree.pages().spare();
        assertThat(lost).as("lost pages, %s", when).isZero();
    }

    /** Every object is found once and where it was, but for one of which the change is unknown. */
    private void assertFound(long id, String when) {
        double all = Double.MAX_VALUE;
        Map<Long, Double> found = new HashMap<>();
        try (SpatialCursor cursor =
                view.search(-all, -all, all, all, Relation.INTERSECTS, Long.MAX_VALUE)) {
            while (cursor.next()) {
                assertThat(found.put(cursor.id(), cursor.minX())).as(when).isNull();
            }
        }
        if (model.isEmpty() && found.size() > 1) {
            assertThat(found).as("loaded, %s", when).hasSize(LOADED);
            return;
        }
        Map<Long, Double> others = new HashMap<>(model);
        others.remove(id);
        found.remove(id);
        assertThat(found).as(when).isEqualTo(others);
    }

    /** All latches and claims are free, so every object can be changed, and inserted again. */
    private void goOn(String when) {
        for (long id = 0; id <= NEW; id++) {
            boolean there = view.delete(id);
            assertThat(there || !model.containsKey(id) || id == NEW).as(when).isTrue();
        }
        assertThat(view.delete(NEW + LOADED - 1)).as(when).isFalse();
        for (long id = 0; id < 10; id++) {
            assertThat(view.insert(id, FAR, FAR)).as(when).isTrue();
        }
        assertThat(view.verify().faults()).as(when).isEmpty();
        assertThat(view.verify().objects()).as(when).isEqualTo(10);
    }

    /** Points with ids from NEW on. */
    private static final class Points implements SpatialEntries {
        private final Iterator<Long> ids;
        private long id;

        Points(int number) {
            ids = java.util.stream.LongStream.range(NEW, NEW + number).boxed().iterator();
        }

        @Override
        public boolean next() {
            if (!ids.hasNext()) {
                return false;
            }
            id = ids.next();
            return true;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public double minX() {
            return place(id);
        }

        @Override
        public double minY() {
            return place(id);
        }

        @Override
        public double maxX() {
            return place(id);
        }

        @Override
        public double maxY() {
            return place(id);
        }
    }
}
