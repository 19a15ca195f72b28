package dev.mangrove.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.history.History;
import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

final class CoverageDemandTest {
    private static final Coverage COUNTS =
            new Coverage(Map.of("taken", 1L, "never taken", 0L, "exempt", 0L));

    @Test
    void shouldFailAfterManySeedsWithoutABranch() {
        CheckReport report = new CheckRun(new Stub(0), Faults.ALL).run(1, 1_000);

        assertThat(report.isGood()).isFalse();
        assertThat(report.failures()).hasSize(1);
        assertThat(report.failures().getFirst()).startsWith("never had in 1000 seeds: never taken");
        assertThat(report.toJson())
                .containsEntry("missing", List.of("never taken"))
                .containsEntry("exempt", Map.of("exempt", "no server, so no answer"))
                .containsEntry("failures", report.failures());
        assertThat(report.toString()).contains("exempt is exempt: no server, so no answer");
    }

    @Test
    void shouldDemandNothingOfShortRunsAndOfFewerFaults() {
        assertThat(new CheckRun(new Stub(0), Faults.ALL).run(1, 999).isGood()).isTrue();
        assertThat(new CheckRun(new Stub(0), Faults.NONE).run(1, 1_000).isGood()).isTrue();
    }

    @Test
    void shouldFailIfMoreThanOneHistoryInAThousandSeedsIsUndecided() {
        CheckReport few = new CheckRun(new Stub(3), Faults.NONE).run(1, 999);

        assertThat(few.isGood()).isFalse();
        assertThat(few.failures().getFirst())
                .startsWith("undecided: 1 histories in 999 seeds, the first at seed 3");
        assertThat(few.toJson()).containsEntry("first_undecided_seed", 3L);
        assertThat(new CheckRun(new Stub(3), Faults.NONE).run(1, 1_000).isGood()).isTrue();
    }

    /** A check that leaves a history of one seed undecided. */
    private record Stub(long undecided) implements CheckTarget {
        @Override
        public String name() {
            return "stub";
        }

        @Override
        public List<Exemption> exemptions() {
            return List.of(new Exemption("exempt", "no server, so no answer"));
        }

        @Override
        public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
            int open = seed == undecided ? 1 : 0;
            return new SeedResult(1, List.of(), open, seed, COUNTS, new History(0));
        }
    }
}
