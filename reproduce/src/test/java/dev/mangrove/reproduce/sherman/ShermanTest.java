package dev.mangrove.reproduce.sherman;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.ordered.Technique;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Small versions of the Sherman paper's experiments. */
final class ShermanTest {
    private final ShermanRuns runs = new ShermanRuns(null, 30_000);

    @Test
    void shouldAddOneTechniqueAfterTheOther() {
        assertThat(ShermanSystem.FG_PLUS.techniques()).isEmpty();
        assertThat(ShermanSystem.SHERMAN.techniques())
                .contains(Technique.LINES)
                .doesNotContain(Technique.LOCK_READ);
        assertThat(ShermanSystem.MANGROVE.techniques()).contains(Technique.values());
    }

    @Test
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    void shouldKeepItsThroughputWhereFgPlusCollapses() {
        ShermanWork work = ShermanWork.writeIntensive(true);
        ShermanPoint before = runs.run(ShermanSystem.FG_PLUS, work);
        ShermanPoint after = runs.run(ShermanSystem.SHERMAN, work);

        assertThat(after.mops()).isGreaterThan(4 * before.mops());
        assertThat(after.p99()).isLessThan(before.p99() / 4);
    }

    @Test
    void shouldCostNoMoreThanWhatWasPublished() {
        ShermanWork work = ShermanWork.writeIntensive(false);
        double published = runs.run(ShermanSystem.SHERMAN, work, 2, true).mops();
        double corrected = runs.run(ShermanSystem.SHERMAN, work, 2, false).mops();

        assertThat(corrected).isGreaterThan(0.95 * published);
    }

    @Test
    void shouldAnswerRanges() {
        assertThat(runs.run(ShermanSystem.MANGROVE, ShermanWork.rangeWrite(100), 2, false).mops())
                .isPositive();
    }
}
