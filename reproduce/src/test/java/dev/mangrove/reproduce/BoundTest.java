package dev.mangrove.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Words of published statements have the bounds that {@link Bound} documents. */
final class BoundTest {
    @Test
    void shouldNotCallATenthOrMoreMinimal() {
        assertThat(Bound.SAME.holds(0.91)).isTrue();
        assertThat(Bound.SAME.holds(1.09)).isTrue();
        assertThat(Bound.SAME.holds(0.76)).isFalse();
        assertThat(Bound.SAME.holds(1.37)).isFalse();
        assertThat(Bound.SLIGHTLY_MORE.holds(0.99)).isFalse();
    }

    @Test
    void shouldNotCallLessThanATenthADegradation() {
        assertThat(Bound.LESS.holds(0.98)).isFalse();
        assertThat(Bound.LESS.holds(0.89)).isTrue();
        assertThat(Bound.MORE.holds(1.02)).isFalse();
        assertThat(Bound.MORE.holds(1.11)).isTrue();
    }

    @Test
    void shouldNotCallALinkThatIsHalfUsedTheBottleneck() {
        assertThat(Bound.BUSY.holds(0.55)).isFalse();
        assertThat(Bound.BUSY.holds(0.92)).isTrue();
    }

    @Test
    void shouldHoldAFactorThatIsPrintedToThatFactor() {
        assertThat(new Reproduction.Row("helps, times", 2.2, 1.05).holds()).isFalse();
        assertThat(new Reproduction.Row("helps, times", 2.2, 1.47).holds()).isFalse();
        assertThat(new Reproduction.Row("helps, times", 2.2, 2.0).holds()).isTrue();
    }

    @Test
    void shouldPrintWhatIsAskedBesideWhatWasFound() {
        Reproduction result =
                new Reproduction("nam-fig12").claim("coarse degrades", 0.956, Bound.LESS, "why");

        assertThat(result.toString())
                .contains("FAILS: coarse degrades: 0.9560 (asked: at most 0.90); why");
        assertThat(Bound.SAME).hasToString("0.90 to 1.10");
        assertThat(Bound.MORE).hasToString("at least 1.10");
    }
}
