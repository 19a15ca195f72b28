package dev.mangrove.index.rtree.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialModel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

final class ParentCacheTest {
    private static final int OBJECTS = 2_000;

    private final SplittableRandom random = new SplittableRandom(7);

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldStartWithLeavesAndFindTheSame(SpatialDesign design) {
        RTree tree = SmallTrees.tree(design, 4);
        shouldLookAtFewerPagesAndFindTheSame(tree, SmallTrees.eager(tree), 1);
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldStartWithParentsAndFindTheSame(SpatialDesign design) {
        RTree tree = SmallTrees.tree(design, 4);
        shouldLookAtFewerPagesAndFindTheSame(tree, SmallTrees.eagerForParents(tree), 2);
    }

    /** A search reads pages of as many levels as are left. */
    private void shouldLookAtFewerPagesAndFindTheSame(RTree tree, ParentCache upper, int left) {
        try (LocalSpatialTree plain = new LocalSpatialTree(tree);
                LocalSpatialTree remembering = new LocalSpatialTree(tree, upper)) {
            fill(plain);
            for (int i = 0; i < 500; i++) {
                double x = random.nextDouble(-0.1, 1.1);
                double y = random.nextDouble(-0.1, 1.1);
                double edge = i % 2 == 0 ? 0.001 : random.nextDouble();
                assertThat(found(remembering, x, y, edge)).isEqualTo(found(plain, x, y, edge));
            }
            int height = plain.statistics().height();
            long before = remembering.pagesVisited();
            long plainBefore = plain.pagesVisited();
            for (int i = 0; i < 100; i++) {
                double x = random.nextDouble();
                double y = random.nextDouble();
                assertThat(found(remembering, x, y, 0)).isEqualTo(found(plain, x, y, 0));
            }
            assertThat(height).isGreaterThan(4);
            assertThat(plain.pagesVisited() - plainBefore - (remembering.pagesVisited() - before))
                    .as("pages saved by a hundred searches")
                    .isGreaterThanOrEqualTo(90L * (height - left));
        }
    }

    @Test
    void shouldNoticeThatTheTreeHasGrownElsewhere() {
        RTree tree = SmallTrees.tree(SpatialDesign.RSTAR, 4);
        shouldNoticeThatTheTreeHasGrownElsewhere(tree, SmallTrees.eager(tree));
        RTree other = SmallTrees.tree(SpatialDesign.RSTAR, 4);
        shouldNoticeThatTheTreeHasGrownElsewhere(other, SmallTrees.eagerForParents(other));
    }

    private void shouldNoticeThatTheTreeHasGrownElsewhere(RTree tree, ParentCache upper) {
        try (LocalSpatialTree writer = new LocalSpatialTree(tree);
                LocalSpatialTree remembering = new LocalSpatialTree(tree, upper)) {
            fill(writer);
            for (int i = 0; i < 300; i++) {
                double x = 2 + i;
                assertThat(found(remembering, x, 0, 0.5)).isEmpty();
                assertThat(writer.insert(OBJECTS + i, x, 0)).isTrue();
                assertThat(found(remembering, x, 0, 0.5)).containsExactly((long) OBJECTS + i);
                assertThat(writer.delete(i)).isTrue();
            }
            assertThat(found(remembering, 0, 0, 1000)).hasSize(OBJECTS);
        }
    }

    @Test
    void shouldRememberNothingOfASmallTree() {
        RTree tree = SmallTrees.tree(SpatialDesign.BASIC, 15);
        ParentCache upper = SmallTrees.eager(tree);
        try (LocalSpatialTree remembering = new LocalSpatialTree(tree, upper)) {
            assertThat(remembering.insert(1, 0.5, 0.5)).isTrue();
            assertThat(found(remembering, 0, 0, 1)).containsExactly(1L);
            assertThat(upper.hasLeaves() || upper.hasParents()).isFalse();
        }
    }

    /** All rectangles intersect each other: each parent is in every cell of any grid. */
    @Test
    void shouldListParentsAFewTimesWhenTheyAllOverlap() {
        RTree tree = SmallTrees.tree(SpatialDesign.RSTAR, 4);
        ParentCache upper = SmallTrees.eager(tree);
        try (LocalSpatialTree remembering = new LocalSpatialTree(tree, upper)) {
            long loaded = remembering.bulkLoad(identical(8_000), Packing.STR, 1);

            assertThat(remembering.count(0.5, 0.5, 0.5, 0.5)).isEqualTo(loaded);
            assertThat(upper.hasLeaves()).isFalse();
            assertThat(upper.hasParents()).isTrue();
            int parents = 8_000 / 16;
            assertThat(upper.listingsOfParents()).isBetween(parents, 8 * parents);
            assertThat(found(remembering, 2, 2, 1)).isEmpty();
        }
    }

    @Test
    void shouldRememberNothingWhenACellWouldHaveTooManyParents() {
        RTree tree = SmallTrees.tree(SpatialDesign.RSTAR, 4);
        ParentCache upper = SmallTrees.eager(tree);
        try (LocalSpatialTree remembering = new LocalSpatialTree(tree, upper)) {
            long loaded = remembering.bulkLoad(identical(40_000), Packing.STR, 1);

            assertThat(remembering.count(0.5, 0.5, 0.5, 0.5)).isEqualTo(loaded);
            assertThat(upper.hasLeaves() || upper.hasParents()).isFalse();
            assertThat(upper.listingsOfParents()).isZero();
        }
    }

    /** After an Error, for instance a lack of memory, no caller closes the search. */
    @Test
    void shouldBeFreeForAnotherSearchWhenOneEndedWithAnError() {
        RTree tree = SmallTrees.tree(SpatialDesign.RSTAR, 4);
        FailingFeed feed = new FailingFeed();
        WindowSearch window = new WindowSearch(tree.host(), tree.shape(), feed);
        NearestSearch nearest = new NearestSearch(tree.host(), tree.shape(), feed);

        assertThatThrownBy(() -> window.begin(0, 0, 1, 1, Relation.INTERSECTS, 1))
                .isSameAs(feed.error);
        assertThatThrownBy(() -> nearest.begin(0, 0, 1)).isSameAs(feed.error);
        assertThat(window.isOpen() || nearest.isOpen()).isFalse();
        feed.begins = true;
        assertThatThrownBy(() -> window.begin(0, 0, 1, 1, Relation.INTERSECTS, 1).countAll())
                .isSameAs(feed.error);
        assertThatThrownBy(() -> nearest.begin(0, 0, 1)).isSameAs(feed.error);

        assertThat(window.isOpen() || nearest.isOpen()).isFalse();
    }

    /** Fails at the start, or at the first page. */
    private static final class FailingFeed extends NodeFeed {
        private final Error error = new OutOfMemoryError("for a test");
        private boolean begins;

        @Override
        public long begin() {
            if (!begins) {
                throw error;
            }
            return 0;
        }

        @Override
        public void want(long pointer) {}

        @Override
        public Step next() {
            throw error;
        }

        @Override
        public NodeView view() {
            throw error;
        }

        @Override
        public boolean confirm() {
            return true;
        }

        @Override
        public void end() {}
    }

    private static SpatialEntries identical(int number) {
        List<Map.Entry<Long, SpatialModel.Area>> all = new ArrayList<>();
        for (long id = 0; id < number; id++) {
            all.add(Map.entry(id, new SpatialModel.Area(0, 0, 1, 1)));
        }
        return SpatialModel.entries(all);
    }

    private void fill(LocalSpatialTree tree) {
        for (int id = 0; id < OBJECTS; id++) {
            assertThat(tree.insert(id, random.nextDouble(), random.nextDouble())).isTrue();
        }
    }

    private static Set<Long> found(LocalSpatialTree tree, double x, double y, double edge) {
        Set<Long> found = new TreeSet<>();
        try (SpatialCursor cursor = tree.search(x, y, x + edge, y + edge)) {
            while (cursor.next()) {
                assertThat(found.add(cursor.id())).isTrue();
            }
        }
        return found;
    }
}
