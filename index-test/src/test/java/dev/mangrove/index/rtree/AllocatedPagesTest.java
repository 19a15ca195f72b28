package dev.mangrove.index.rtree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.rtree.load.ObjectTable;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.SplittableRandom;

/** A verification accounts for each page that the server has allocated to the tree. */
final class AllocatedPagesTest {
    /** Enough that the directory lies in pages. */
    private static final int OBJECTS = 40_000;

    private static final int MOVES = 20_000;

    private final SplittableRandom random = new SplittableRandom(5);

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldAccountForAllPagesAfterALoadAndChanges(SpatialDesign design) {
        RTree tree = plant(SpatialOptions.of(design));
        LocalSpatialTree view = new LocalSpatialTree(tree);
        try (ObjectTable objects = new ObjectTable(tree)) {
            for (int id = 0; id < OBJECTS; id++) {
                double x = random.nextDouble();
                objects.add(id, x, x, x, x);
            }
            assertThat(view.verify().faults()).as("while objects are collected").isEmpty();
            view.bulkLoad(objects, Packing.STR, 0.9);
        }
        assertThat(tree.directory().pages()).isPositive();
        assertThat(view.verify().faults()).isEmpty();
        for (int i = 0; i < MOVES; i++) {
            int id = random.nextInt(OBJECTS);
            double x = random.nextDouble();
            if (i % 2 == 0) {
                view.delete(id);
            } else {
                view.update(id, x, x, x, x);
            }
        }
        assertThat(view.verify().faults()).isEmpty();
    }

    @Test
    void shouldReportAPageThatNeitherTreeNorDirectoryUses() {
        RTree tree = plant(SpatialOptions.of(SpatialDesign.RSTAR));
        long lost = tree.pages().takeUnpromised();

        assertThat(new LocalSpatialTree(tree).verify().faults())
                .containsExactly(
                        "allocated pages=3, but leaves=1, inners=0, anchor=1, directory=0");

        tree.pages().free(lost);
        assertThat(new LocalSpatialTree(tree).verify().faults()).isEmpty();
    }

    private static RTree plant(SpatialOptions options) {
        ScarceSpace space = new ScarceSpace(options);
        return new RTree(Host.system(), space.memory(), space, options, 1);
    }
}
