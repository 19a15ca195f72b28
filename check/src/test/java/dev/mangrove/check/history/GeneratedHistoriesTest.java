package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class GeneratedHistoriesTest {
    @Test
    void shouldAcceptWhateverAtomicRegistersDo() {
        for (List<OpKind> kinds :
                List.of(Shapes.READ_WRITE, Shapes.INDEX, Shapes.COUNTER, Shapes.ALL)) {
            for (long seed = 0; seed < 100; seed++) {
                int clients = 1 + (int) (seed % 12);
                double unknown = seed % 3 * 0.005;
                int values = (int) (seed % 4);
                accept(seed, new AtomicRegisters.Shape(clients, 400, 3, values, unknown, kinds));
            }
        }
    }

    @Test
    void shouldAcceptThousandsOfOperationsOnAKeyByThirtyClients() {
        for (long seed = 0; seed < 5; seed++) {
            accept(seed, new AtomicRegisters.Shape(30, 5000, 1, 0, 0, Shapes.READ_WRITE));
            accept(seed, new AtomicRegisters.Shape(30, 5000, 1, 0, 0.002, Shapes.READ_WRITE));
            accept(seed, new AtomicRegisters.Shape(30, 5000, 1, 0, 0, Shapes.INDEX));
            accept(seed, new AtomicRegisters.Shape(30, 5000, 1, 0, 0.002, Shapes.INDEX));
            accept(seed, new AtomicRegisters.Shape(30, 5000, 1, 0, 0, Shapes.COUNTER));
        }
    }

    @Test
    void shouldExploreAboutOneConfigurationPerOperationWhenFewOverlap() {
        History history =
                AtomicRegisters.generate(
                        1, new AtomicRegisters.Shape(3, 100_000, 1, 0, 0, Shapes.INDEX));
        LinearizabilityReport report = new LinearizabilityChecker(0).check(history);
        assertThat(report.verdict()).isEqualTo(Verdict.LINEARIZABLE);
        assertThat(report.explored()).isLessThan(100_000);
    }

    private static void accept(long seed, AtomicRegisters.Shape shape) {
        History history = AtomicRegisters.generate(seed, shape);
        LinearizabilityReport report = new LinearizabilityChecker().check(history);
        assertThat(report.verdict())
                .as(() -> "seed %d, %s%n%s".formatted(seed, shape, report))
                .isEqualTo(Verdict.LINEARIZABLE);
    }
}
