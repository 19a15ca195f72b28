package dev.mangrove.index.rtree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.TestSize;
import dev.mangrove.index.rtree.search.SmallTrees;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Searches during which returned objects move to pages that the search has not read yet. */
final class MovingObjectsTest {
    private static final int OBJECTS = 1_000;
    private static final int SEARCHES = TestSize.MATRIX ? 20 : 8;

    private final SplittableRandom random = new SplittableRandom(11);

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldNotReturnAgainWhatIsMoved(SpatialDesign design) {
        try (Views views = new Views(design)) {
            check(
                    views,
                    id ->
                            assertThat(views.writer.update(id, somewhere(), somewhere(), 1, 1))
                                    .isTrue());
        }
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldNotReturnAgainWhatIsDeletedAndInserted(SpatialDesign design) {
        try (Views views = new Views(design)) {
            check(
                    views,
                    id -> {
                        assertThat(views.writer.delete(id)).isTrue();
                        assertThat(views.writer.insert(id, somewhere(), somewhere())).isTrue();
                    });
        }
    }

    /**
     * Inserts move other objects: R* reinserts some, Hilbert trees redistribute them among
     * siblings.
     */
    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldNotReturnAgainWhatGivesWay(SpatialDesign design) {
        try (Views views = new Views(design)) {
            check(
                    views,
                    id -> {
                        long fresh = OBJECTS + views.inserted++;
                        assertThat(views.writer.insert(fresh, somewhere(), somewhere())).isTrue();
                    });
        }
    }

    /** Changes each tenth object when the search returns it; all others must be returned once. */
    private static void check(Views views, LongConsumer change) {
        for (int search = 0; search < SEARCHES; search++) {
            List<Long> found = new ArrayList<>();
            try (SpatialCursor cursor = views.reader.search(0, 0, 1, 1)) {
                while (cursor.next()) {
                    found.add(cursor.id());
                    if (found.size() % 10 == 0 && cursor.id() < OBJECTS) {
                        change.accept(cursor.id());
                    }
                }
            }
            assertThat(found).doesNotHaveDuplicates();
            assertThat(found).containsAll(LongStream.range(0, OBJECTS).boxed().toList());
        }
    }

    private double somewhere() {
        return random.nextDouble();
    }

    private final class Views implements AutoCloseable {
        private final LocalSpatialTree writer;
        private final LocalSpatialTree reader;
        private long inserted;

        Views(SpatialDesign design) {
            RTree tree = SmallTrees.tree(design, 8);
            writer = new LocalSpatialTree(tree);
            reader = new LocalSpatialTree(tree, SmallTrees.eager(tree));
            for (long id = 0; id < OBJECTS; id++) {
                assertThat(writer.insert(id, somewhere(), somewhere())).isTrue();
            }
        }

        @Override
        public void close() {
            reader.close();
            writer.close();
        }
    }
}
