package dev.mangrove.check.history;

import static dev.mangrove.check.history.Verdict.LINEARIZABLE;
import static dev.mangrove.check.history.Verdict.VIOLATION;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Values may end when their lifetime says so, and at no other time. */
final class LifetimeHistoryTest {
    private final Script script = new Script();
    private final LifetimeHistory lifetimes = new LifetimeHistory();

    private Verdict verdict() {
        lifetimes.addEndsTo(script.history);
        return script.verdict();
    }

    private void putShort(long value, long from, long to) {
        script.put(1, value, from, to);
        lifetimes.invokePut(1, Script.KEY, value, from).at(to);
    }

    private void last(long from, long to) {
        lifetimes.invokeLast(2, Script.KEY, from).at(to);
    }

    private void shorten(long from, long to) {
        lifetimes.invokeShorten(2, Script.KEY, from).at(to);
    }

    @Test
    void shouldAcceptThatAValueEndsWhenItsLifetimeIsShort() {
        putShort(5, 1, 2);
        script.get(3, 5, 3, 4).getAbsent(3, 5, 6);
        assertThat(verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldRejectThatALastingValueEnds() {
        putShort(5, 1, 2);
        script.put(1, 6, 3, 4).getAbsent(3, 5, 6);
        assertThat(verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectThatAValueEndsAfterItWasMadeToLast() {
        putShort(5, 1, 2);
        last(3, 5);
        script.get(3, 5, 6, 7).getAbsent(3, 8, 9);
        assertThat(verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldAcceptThatAValueEndsWhileItIsMadeToLast() {
        putShort(5, 1, 2);
        last(3, 8);
        script.getAbsent(3, 6, 7);
        assertThat(verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldAcceptThatAnyValueOfTheTimeEndsWhenALifetimeIsShortened() {
        script.put(1, 5, 1, 2).put(1, 6, 3, 6);
        shorten(4, 7);
        script.getAbsent(3, 8, 9);
        assertThat(verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldRejectThatAnotherValueEndsWhenALifetimeWasShortened() {
        script.put(1, 5, 1, 2);
        shorten(3, 4);
        script.put(1, 6, 5, 6).getAbsent(3, 7, 8);
        assertThat(verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldAcceptThatASumEndsWhenItsCounterDoes() {
        putShort(5, 1, 2);
        script.fetchAdd(2, 10, 5, 3, 4).get(3, 15, 5, 6).getAbsent(3, 7, 8);
        assertThat(verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldRejectThatASumEndsWhenNoCounterDoes() {
        script.put(1, 5, 1, 2).fetchAdd(2, 10, 5, 3, 4).getAbsent(3, 7, 8);
        assertThat(verdict()).isEqualTo(VIOLATION);
    }
}
