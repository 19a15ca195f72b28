package dev.mangrove.index.rtree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

final class RStarQualityTest {
    private static final int OBJECTS = 40_000;
    private static final int PAGES = 6_000;
    private static final double LONGEST_EDGE = 1e-4;

    @Test
    void shouldOverlapLittleWhenItGrows() {
        SpatialOptions options = SpatialOptions.of(SpatialDesign.RSTAR);
        PlainSpace space = new PlainSpace(RTree.pageSize(options), PAGES);
        RTree tree = new RTree(Host.system(), space.memory(), space, options, 1);
        SplittableRandom random = new SplittableRandom(1);

        try (LocalSpatialTree index = new LocalSpatialTree(tree)) {
            for (int id = 0; id < OBJECTS; id++) {
                double x = random.nextDouble();
                double y = random.nextDouble();
                boolean _ =
                        index.insert(
                                id,
                                x,
                                y,
                                x + random.nextDouble() * LONGEST_EDGE,
                                y + random.nextDouble() * LONGEST_EDGE);
            }

            // Measured: 0.056; 0.206 if siblings of a page grow into the area that the page keeps.
            assertThat(index.statistics().overlap()).isLessThan(0.07);
        }
    }
}
