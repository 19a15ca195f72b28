package dev.mangrove.index.rtree.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.ScarceSpace;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

final class IdTableTest {
    private static final int OPERATIONS = 30_000;
    private static final int IDS = 3_000;
    private static final long SEED = 5;

    private SpatialOptions options = SpatialOptions.of(SpatialDesign.BASIC);
    private ScarceSpace space = new ScarceSpace(options);

    private IdTable table(int fanout) {
        options = options.withFanout(fanout);
        space = new ScarceSpace(options);
        return new IdTable(new RTree(Host.system(), space.memory(), space, options, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 30, 140})
    void shouldAgreeWithAMap(int fanout) {
        IdTable table = table(fanout);
        Map<Long, Long> model = new HashMap<>();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < OPERATIONS; i++) {
            long id = random.nextLong(-IDS / 2, IDS / 2);
            if (random.nextInt(3) == 0) {
                assertThat(table.remove(id))
                        .as("seed %d, operation %d", SEED, i)
                        .isEqualTo(model.remove(id) != null);
            } else {
                table.makeRoom();
                assertThat(table.put(id, i + 1L))
                        .as("seed %d, operation %d", SEED, i)
                        .isEqualTo(model.put(id, i + 1L) == null);
            }
        }
        for (long id = -IDS; id < IDS; id++) {
            assertThat(table.get(id)).isEqualTo(model.getOrDefault(id, PagePointer.NULL));
        }
    }

    @Test
    void shouldBeInPagesWhenLargeAndGiveThemBackWhenEmpty() {
        IdTable table = table(30);
        int before = space.inUse();
        for (long id = 1; id <= IDS; id++) {
            table.makeRoom();
            assertThat(table.put(id, id)).isTrue();
        }
        assertThat(space.inUse()).isGreaterThan(before + IDS * 16 / RTree.pageSize(options));
        for (long id = 1; id <= IDS; id++) {
            assertThat(table.remove(id)).isTrue();
        }
        assertThat(space.inUse()).isEqualTo(before);
    }

    @Test
    void shouldStayAsItIsWhenThereAreNoPagesToGrow() {
        IdTable table = table(30);
        space.leave(40);
        long[] put = {0};
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                table.makeRoom();
                                put[0] += table.put(put[0] + 1, 7) ? 1 : 0;
                            }
                        })
                .isInstanceOf(ScarceSpace.UsedUp.class);
        assertThat(put[0]).isGreaterThan(100);
        for (long id = 1; id <= put[0]; id++) {
            assertThat(table.get(id)).isEqualTo(7);
        }
        assertThat(table.get(put[0] + 1)).isEqualTo(PagePointer.NULL);
    }
}
