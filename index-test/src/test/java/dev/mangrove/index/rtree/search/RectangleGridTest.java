package dev.mangrove.index.rtree.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.rtree.page.EntryBlock;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

final class RectangleGridTest {
    private final SplittableRandom random = new SplittableRandom(3);
    private final RectangleGrid grid = new RectangleGrid();
    private final EntryBlock all = new EntryBlock();
    private final FoundPages found = new FoundPages();

    /** Lengths from a point to the whole space, also where the width of the space overflows. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-300, Double.MAX_VALUE})
    void shouldFindWhatFitsOnceAndLittleElse(double scale) {
        for (int i = 0; i < 3_000; i++) {
            double edge = Math.pow(random.nextDouble(), 8) / 16;
            double x = random.nextDouble(-1, 1 - edge);
            double y = random.nextDouble(-1, 1 - edge);
            double toX = x + random.nextDouble() * edge;
            double toY = y + random.nextDouble() * edge;
            all.add(x * scale, y * scale, toX * scale, toY * scale, i, 0);
        }
        assertThat(grid.fill(all)).isTrue();

        int surplus = 0;
        for (int i = 0; i < 2_000; i++) {
            double edge = i % 3 == 0 ? 0 : random.nextDouble() / 16;
            double x = random.nextDouble(-1.1, 1.1);
            double y = random.nextDouble(-1.1, 1.1);
            // Every other one is the limits of CONTAINS, whose order is reversed.
            double sign = i % 2 == 0 ? 1 : -1;
            double mostX = Math.clamp((x + sign * edge) * scale, -scale, scale);
            double mostY = Math.clamp((y + sign * edge) * scale, -scale, scale);
            double leastX = Math.clamp(x * scale, -scale, scale);
            double leastY = Math.clamp(y * scale, -scale, scale);
            if (grid.find(mostX, mostY, leastX, leastY, found)) {
                List<Long> references = references();
                assertThat(references).doesNotHaveDuplicates();
                List<Long> fitting = fitting(mostX, mostY, leastX, leastY);
                assertThat(references).containsAll(fitting);
                surplus += references.size() - fitting.size();
            }
        }
        assertThat(surplus).isLessThan(2_000);
    }

    private List<Long> references() {
        List<Long> references = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            references.add(found.pointer(i));
        }
        return references;
    }

    private List<Long> fitting(double mostX, double mostY, double leastX, double leastY) {
        List<Long> fitting = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (all.minX(i) <= mostX
                    && all.minY(i) <= mostY
                    && all.maxX(i) >= leastX
                    && all.maxY(i) >= leastY) {
                fitting.add(all.reference(i));
            }
        }
        return fitting;
    }
}
