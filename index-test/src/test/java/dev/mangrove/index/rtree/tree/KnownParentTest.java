package dev.mangrove.index.rtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.rtree.ScarceSpace;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeState;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The parent that a page names in its header: where writers look first, and may find another. */
final class KnownParentTest {
    private static final int OBJECTS = 3_000;
    private static final int CHANGES = 3_000;
    private static final double LARGEST_MOVE = 0.05;

    private final SplittableRandom random = new SplittableRandom(7);
    private final double[] x = new double[OBJECTS];
    private RTree tree;
    private LocalSpatialTree view;

    /** A page, whose level this is, and a child of it. */
    private record Edge(long parent, long child, int level) {}

    private void plant(SpatialDesign design) {
        SpatialOptions options = SpatialOptions.of(design).withFanout(8);
        ScarceSpace space = new ScarceSpace(options);
        tree = new RTree(Host.system(), space.memory(), space, options, 1);
        view = new LocalSpatialTree(tree);
        for (int id = 0; id < OBJECTS; id++) {
            x[id] = random.nextDouble();
            view.insert(id, x[id], x[id], x[id], x[id]);
        }
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldBeNotedByWritersThatHaveFoundIt(SpatialDesign design) {
        plant(design);
        for (int id = 0; id < OBJECTS; id++) {
            view.update(id, x[id], x[id], x[id], x[id]);
        }

        TreeLatches latches = new TreeLatches(tree, tree.newEditor());
        List<Edge> edges = edges();
        assertThat(edges).hasSizeGreaterThan(OBJECTS / 8);
        assertThat(edges)
                .allSatisfy(
                        edge ->
                                assertThat(latches.knownParent(edge.child()))
                                        .isEqualTo(edge.parent()));
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldNotBeTrustedWhereItIsAnotherPage(SpatialDesign design) {
        plant(design);
        List<Edge> edges = edges();
        for (int i = 0; i < CHANGES; i++) {
            Edge one = edges.get(random.nextInt(edges.size()));
            Edge another = edges.get(random.nextInt(edges.size()));
            if (one.level() == another.level()) {
                long word = RTree.offset(one.child()) + Node.PARENT;
                Node.release(tree.memory(), word, another.parent());
            }
            change(random.nextInt(OBJECTS));
            if (i % 100 == 0) {
                edges = edges();
            }
        }

        assertThat(view.verify().faults()).isEmpty();
        for (int id = 0; id < OBJECTS; id++) {
            assertThat(view.delete(id)).as("object %d", id).isTrue();
        }
        assertThat(view.verify().faults()).isEmpty();
    }

    private void change(int id) {
        x[id] += random.nextDouble(-LARGEST_MOVE, LARGEST_MOVE);
        if (random.nextBoolean()) {
            assertThat(view.update(id, x[id], x[id], x[id], x[id])).isTrue();
        } else {
            assertThat(view.delete(id)).isTrue();
            assertThat(view.insert(id, x[id], x[id], x[id], x[id])).isTrue();
        }
    }

    private List<Edge> edges() {
        List<Edge> edges = new ArrayList<>();
        collect(tree.anchor().root(), edges);
        return edges;
    }

    private void collect(long pointer, List<Edge> edges) {
        NodeView page = tree.newView();
        assertThat(page.stable(tree.memory(), PagePointer.offset(pointer), pointer))
                .isEqualTo(NodeState.GOOD);
        for (int slot = 0; page.level() > Node.LEAF && slot < page.count(); slot++) {
            edges.add(new Edge(pointer, page.reference(slot), page.level()));
            collect(page.reference(slot), edges);
        }
    }
}
