package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.ordered.OrderedCosts;

import org.junit.jupiter.api.Test;

final class TallyTest {
    @Test
    void shouldSurviveTheWayBetweenProcesses() {
        Tally tally = tally(1_000, 10);
        tally.wrong("get 5 = 7");
        tally.wrong("get 6 = 8");

        Tally copy = Tally.parse(tally.line());

        assertThat(copy.operations()).isEqualTo(1_000);
        assertThat(copy.operations(Kind.READ)).isEqualTo(1_000);
        assertThat(copy.operations(Kind.SCAN)).isZero();
        assertThat(copy.seconds()).isEqualTo(2.5);
        assertThat(copy.wrong()).isEqualTo(2);
        assertThat(copy.firstWrong()).isEqualTo("get 5 = 7");
        assertThat(copy.perOperation(Tally.Cost.ROUND_TRIPS)).isEqualTo(10);
        assertThat(copy.allLatencies().getMaxValue()).isEqualTo(tally.allLatencies().getMaxValue());
    }

    @Test
    void shouldAddWhatOthersDidAtTheSameTime() {
        Tally sum = new Tally();
        sum.add(tally(100, 1));
        sum.add(tally(300, 3));

        assertThat(sum.operations()).isEqualTo(400);
        assertThat(sum.seconds()).isEqualTo(2.5);
        assertThat(sum.perOperation(Tally.Cost.ROUND_TRIPS)).isEqualTo(2.5);
    }

    @Test
    void shouldRefuseOtherLines() {
        assertThatThrownBy(() -> Tally.parse("ready")).hasMessageContaining("not a tally");
    }

    private static Tally tally(int operations, long roundTripsEach) {
        Tally tally = new Tally();
        for (int i = 0; i < operations; i++) {
            tally.record(Kind.READ, 1000L + i);
        }
        tally.ends(2.5, costs(5, 7), costs(5, 7 + operations * roundTripsEach));
        return tally;
    }

    private static OrderedCosts costs(long operations, long roundTrips) {
        return new OrderedCosts(operations, roundTrips, 0, 0, 0, 0);
    }
}
