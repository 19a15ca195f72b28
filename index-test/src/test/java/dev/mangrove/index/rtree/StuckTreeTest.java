package dev.mangrove.index.rtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.latch.ToyHost;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.search.InPlaceFeed;
import dev.mangrove.index.rtree.search.NodeFeed;
import dev.mangrove.index.rtree.search.WindowSearch;
import dev.mangrove.index.rtree.tree.EntryPlacer;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.rtree.tree.TreeLatches;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A wait for a change that never ends has a limit. The host's time passes only during sleeps. */
final class StuckTreeTest {
    private static final int PAGES = 1_000;
    private static final int OBJECTS = 100;

    private final ToyHost host = new ToyHost(false);
    private final SpatialOptions options = SpatialOptions.of(SpatialDesign.RSTAR).withFanout(4);
    private final PlainSpace space = new PlainSpace(RTree.pageSize(options), PAGES);
    private final RTree tree = new RTree(host, space.memory(), space, options, 1);
    private final NodeEditor editor = tree.newEditor();
    private final TreeLatches latches = new TreeLatches(tree, editor);
    private final NodeView view = tree.newView();

    @BeforeEach
    void fill() {
        try (LocalSpatialTree index = new LocalSpatialTree(tree)) {
            for (int id = 0; id < OBJECTS; id++) {
                assertThat(index.insert(id, id, id)).isTrue();
            }
        }
    }

    @Test
    void shouldGiveUpWhenNoPageLeadsToOne() {
        long orphan = space.take();
        editor.create(RTree.offset(orphan), orphan, Node.LEAF, new EntryBlock(), null, false);

        assertThatThrownBy(() -> latches.latchParent(0, orphan, new long[EntryPlacer.LEVELS], view))
                .isInstanceOfSatisfying(
                        FabricException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT))
                .hasMessageContaining("a parent of page");
    }

    @Test
    void shouldGiveUpWhenALatchIsNotGivenBack() {
        long root = tree.anchor().root();
        assertThat(editor.tryLatch(RTree.offset(root))).isTrue();

        assertThatThrownBy(() -> latches.latch(root, view))
                .isInstanceOf(FabricException.class)
                .hasMessageContaining("the latch of page");
    }

    @Test
    void shouldGiveUpWhenAnotherChangeOfAnObjectDoesNotEnd() {
        tree.directory().claim(5);
        try (LocalSpatialTree index = new LocalSpatialTree(tree)) {
            assertThatThrownBy(() -> index.delete(5))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("another change of object 5");
            tree.directory().unclaim(5);
            assertThat(index.delete(5)).isTrue();
        }
    }

    @Test
    void shouldGiveUpWhenAChangeOfAPageDoesNotEnd() {
        NodeEditor _ = editor.begin(RTree.offset(tree.anchor().root()), 0, 1);

        try (LocalSpatialTree index = new LocalSpatialTree(tree)) {
            assertThatThrownBy(() -> index.count(0, 0, 1, 1))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("the end of a change");
            assertThatThrownBy(() -> index.insert(OBJECTS, 0, 0))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("the end of a change");
        }
    }

    @Test
    void shouldEndASearchWhenTheServerDiesWithinAChange() {
        NodeEditor _ = editor.begin(RTree.offset(tree.anchor().root()), 0, 1);
        FabricException lost = new FabricException(Kind.PEER_LOST, "lost");
        WaitLimit wait =
                new WaitLimit(
                        host,
                        () -> {
                            throw lost;
                        },
                        Long.MAX_VALUE);
        NodeFeed feed = new InPlaceFeed(tree.memory(), tree.anchor(), tree.newView(), null, wait);
        WindowSearch search = new WindowSearch(host, tree.shape(), feed);

        assertThatThrownBy(
                        () ->
                                search.begin(0, 0, 1, 1, Relation.INTERSECTS, Long.MAX_VALUE)
                                        .countAll())
                .isSameAs(lost);
    }
}
