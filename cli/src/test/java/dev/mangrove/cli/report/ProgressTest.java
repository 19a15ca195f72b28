package dev.mangrove.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;

class ProgressTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private long now = 42;

    @Test
    void shouldStaySilentWhenTheTaskIsShort() {
        try (Progress progress = progress(true)) {
            pass(Duration.ofSeconds(2));
            progress.advance(100);
        }

        assertThat(output()).isEmpty();
    }

    @Test
    void shouldDrawAfterAFewSecondsAndWipeAtTheEnd() {
        try (Progress progress = progress(true)) {
            pass(Duration.ofSeconds(4));
            progress.advance(25);

            assertThat(output()).contains("load [#######......", " 25 %, 12 s left");
        }

        assertThat(output()).endsWith("\r\033[K");
    }

    @Test
    void shouldNotRedrawAtEveryStep() {
        try (Progress progress = progress(true)) {
            pass(Duration.ofSeconds(4));
            progress.advance(1);
            String first = output();
            progress.advance(1);

            assertThat(output()).isEqualTo(first);
        }
    }

    @Test
    void shouldStaySilentAfterItIsClosed() {
        Progress progress = progress(true);
        progress.close();
        pass(Duration.ofSeconds(4));
        progress.advance(1);

        assertThat(output()).isEmpty();
    }

    @Test
    void shouldStaySilentWhereThereIsNoTerminal() {
        try (Progress progress = progress(false)) {
            pass(Duration.ofSeconds(4));
            progress.advance(1);
        }

        assertThat(output()).isEmpty();
    }

    @Test
    void shouldRejectATaskWithoutSteps() {
        assertThatThrownBy(() -> Progress.of("load", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("total=0");
    }

    private Progress progress(boolean shown) {
        return new Progress("load", 100, new PrintStream(terminal, false, UTF_8), shown, () -> now);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private String output() {
        return terminal.toString(UTF_8);
    }
}
