package dev.mangrove.index.rtree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.bytes.tree.HeapExtents;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.rtree.search.SmallTrees;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialIndexContract;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialPlace;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Trees within the server's process fulfil the contract of spatial indexes, with searches from the
 * root and with searches that cache the upper levels.
 */
@ParameterizedClass(name = "{0}, remembering: {1}")
@CsvSource({
    "BASIC,false",
    "RSTAR,false",
    "HILBERT,false",
    "BASIC,true",
    "RSTAR,true",
    "HILBERT,true"
})
final class LocalSpatialTreeTest extends SpatialIndexContract {
    private final SpatialDesign design;
    private final boolean remembering;

    LocalSpatialTreeTest(SpatialDesign design, boolean remembering) {
        Assumptions.assumeTrue(
                TestSize.MATRIX || remembering != (design == SpatialDesign.RSTAR), "slow: -Pci");
        this.design = design;
        this.remembering = remembering;
    }

    @Override
    protected SpatialPlace newPlace() {
        return new LocalPlace(design, remembering);
    }

    /** Runs the contract on a tree in memory of this process. */
    private static final class LocalPlace implements SpatialPlace {
        private static final int PAGES = 20_000;
        private static final long PAYLOAD_BYTES = 64 << 20;
        private static final long PATIENCE_NANOS = 60_000_000_000L;

        private final SpatialDesign design;
        private final boolean remembering;
        private RTree tree;

        LocalPlace(SpatialDesign design, boolean remembering) {
            this.design = design;
            this.remembering = remembering;
        }

        @Override
        public void run(Body body) throws Exception {
            body.run();
        }

        @Override
        public SpatialDesign design() {
            return design;
        }

        @Override
        public SpatialIndex create(SpatialOptions options) {
            PlainSpace space = new PlainSpace(RTree.pageSize(options), PAGES);
            MemorySegment payloads = Arena.ofAuto().allocate(PAYLOAD_BYTES, 64);
            tree =
                    new RTree(
                            Host.system(),
                            space.memory(),
                            space,
                            options,
                            1,
                            new Extents(payloads, new HeapExtents(0, PAYLOAD_BYTES)));
            return another();
        }

        @Override
        public SpatialIndex another() {
            return new LocalSpatialTree(tree, remembering ? SmallTrees.eager(tree) : null);
        }

        @Override
        public void together(int threads, Work work) {
            List<Host.Task> tasks = new ArrayList<>();
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < threads; i++) {
                int number = i;
                tasks.add(
                        Host.system()
                                .start(
                                        "contract-" + i,
                                        () -> {
                                            try {
                                                work.run(number, another());
                                            } catch (Exception | AssertionError e) {
                                                failures.add(e);
                                            }
                                        }));
            }
            for (Host.Task task : tasks) {
                if (!task.join(PATIENCE_NANOS)) {
                    throw new AssertionError("a thread does not end");
                }
            }
            if (!failures.isEmpty()) {
                throw new AssertionError(failures.getFirst());
            }
        }

        @Override
        public void close() {}
    }
}
