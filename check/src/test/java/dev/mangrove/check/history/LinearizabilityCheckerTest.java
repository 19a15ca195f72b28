package dev.mangrove.check.history;

import static dev.mangrove.check.history.Verdict.LINEARIZABLE;
import static dev.mangrove.check.history.Verdict.UNDECIDED;
import static dev.mangrove.check.history.Verdict.VIOLATION;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LinearizabilityCheckerTest {
    @Test
    void shouldAcceptAnEmptyHistory() {
        assertThat(new Script().verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldAcceptReadsOfTheLastWrite() {
        Script script = new Script().getAbsent(1, 0, 1).put(1, 5, 2, 3).get(2, 5, 4, 5);
        assertThat(script.verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldRejectAStaleRead() {
        Script script = new Script().put(1, 5, 0, 1).put(1, 6, 2, 3).get(2, 5, 4, 5);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldAcceptEitherValueWhileAWriteIsUnderWay() {
        Script script = new Script().put(1, 5, 0, 1).put(1, 6, 2, 9);
        script.get(2, 5, 3, 4).get(2, 6, 5, 6);
        assertThat(script.verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldRejectNewThenOldWhileAWriteIsUnderWay() {
        Script script = new Script().put(1, 5, 0, 1).put(1, 6, 2, 9);
        script.get(2, 6, 3, 4).get(3, 5, 5, 6);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldTakeEqualTimesAsOverlapping() {
        Script script = new Script().put(1, 5, 0, 1).put(1, 6, 2, 4).get(2, 5, 4, 5);
        assertThat(script.verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldRejectAReadOfAValueNeverWritten() {
        assertThat(new Script().put(1, 5, 0, 1).get(2, 4, 2, 3).verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldAcceptAnOptionalDeleteOnlyUntilItsEnd() {
        Script script = new Script().put(1, 5, 0, 1).get(2, 5, 3, 4);
        script.history.endsBy(script.history.invokeDelete(3, Script.KEY, 2), 10);
        assertThat(script.getAbsent(2, 9, 12).verdict()).isEqualTo(LINEARIZABLE);
        Script late = new Script().put(1, 5, 0, 1).get(2, 5, 11, 12);
        late.history.endsBy(late.history.invokeDelete(3, Script.KEY, 2), 10);
        assertThat(late.verdict()).isEqualTo(LINEARIZABLE);
        assertThat(late.getAbsent(2, 13, 14).verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectAReadFromTheFuture() {
        assertThat(new Script().get(2, 5, 0, 1).put(1, 5, 2, 3).verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectALostUpdate() {
        Script script = new Script().put(1, 0, 0, 1);
        script.fetchAdd(1, 1, 0, 2, 6).fetchAdd(2, 1, 0, 3, 5).get(1, 1, 7, 8);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectACompletedWriteThatNobodySees() {
        Script script = new Script().put(1, 5, 0, 1).getAbsent(2, 2, 3);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectACompareAndSetAppliedTwice() {
        Script script = new Script().put(1, 5, 0, 1).replace(2, 5, 6, true, 2, 9);
        script.put(3, 5, 4, 5).get(3, 6, 6, 7).put(3, 5, 10, 11).get(3, 6, 12, 13);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectTwoWinnersOfOneCompareAndSet() {
        Script script = new Script().put(1, 5, 0, 1);
        script.replace(2, 5, 6, true, 2, 9).replace(3, 5, 7, true, 2, 9);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldAcceptARefusedCompareAndSetThatHadARival() {
        Script script = new Script().put(1, 5, 0, 1);
        script.replace(2, 5, 6, true, 2, 9).replace(3, 5, 7, false, 2, 9).get(1, 6, 10, 11);
        assertThat(script.verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldRejectARefusedCompareAndSetThatHadNoRival() {
        Script script = new Script().put(1, 5, 0, 1).replace(2, 5, 6, false, 2, 3);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectADeletedKeyThatRises() {
        Script script = new Script().put(1, 5, 0, 1).delete(2, true, 2, 3).get(3, 5, 4, 5);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectTwoDeletesOfOneInsert() {
        Script script = new Script().putIfAbsent(1, 5, true, 0, 1);
        script.delete(2, true, 2, 5).delete(3, true, 2, 5);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectAnUpdateOfAnAbsentKey() {
        assertThat(new Script().putIfPresent(1, 5, true, 0, 1).verdict()).isEqualTo(VIOLATION);
        assertThat(new Script().putIfPresent(1, 5, false, 0, 1).verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldCountAnAbsentKeyAsZeroForAnAddition() {
        Script script = new Script().fetchAdd(1, 3, 0, 0, 1).get(1, 3, 2, 3);
        assertThat(script.verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldAcceptAnUnknownPutThatIsSeenLater() {
        Script script = new Script().put(1, 5, 0, 1).putUnknown(2, 6, 2);
        script.get(3, 5, 100, 101).get(3, 6, 200, 201);
        assertThat(script.verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldAcceptAnUnknownPutThatIsNeverSeen() {
        Script script = new Script().put(1, 5, 0, 1).putUnknown(2, 6, 2).get(3, 5, 100, 101);
        assertThat(script.verdict()).isEqualTo(LINEARIZABLE);
    }

    @Test
    void shouldRejectAnUnknownPutThatIsSeenAndThenUnseen() {
        Script script = new Script().put(1, 5, 0, 1).putUnknown(2, 6, 2);
        script.get(3, 6, 10, 11).get(3, 5, 12, 13);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectAnUnknownPutThatIsSeenBeforeItStarted() {
        Script script = new Script().get(3, 6, 0, 1).putUnknown(2, 6, 2);
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldRejectAnUnknownCompareAndSetThatTakesEffectTwice() {
        Script script = new Script().put(1, 5, 0, 1).replaceUnknown(2, 5, 6, 2);
        script.get(3, 6, 10, 11).put(1, 5, 12, 13);
        assertThat(script.get(3, 5, 14, 15).verdict()).isEqualTo(LINEARIZABLE);
        assertThat(script.get(3, 6, 16, 17).verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldCountUnknownAdditionsAtMostOnceEach() {
        Script script = new Script().put(1, 0, 0, 1);
        script.fetchAddUnknown(2, 1, 2).fetchAddUnknown(3, 1, 2);
        assertThat(script.get(1, 2, 10, 11).verdict()).isEqualTo(LINEARIZABLE);
        assertThat(script.get(1, 3, 12, 13).verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldIgnoreAFailedPut() {
        Script script = new Script().put(1, 5, 0, 1).putFailed(2, 6, 2, 3);
        assertThat(script.get(3, 5, 4, 5).verdict()).isEqualTo(LINEARIZABLE);
        assertThat(script.get(3, 6, 6, 7).verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldFindTheOneOrderOfManyConcurrentWrites() {
        Script script = new Script();
        for (int client = 0; client < 30; client++) {
            script.put(client, client, 0, 1000);
        }
        for (long i = 0; i < 30; i++) {
            long value = (i * 7) % 30;
            script.get(99, value, 10 + 2 * i, 11 + 2 * i);
        }
        assertThat(script.verdict()).isEqualTo(LINEARIZABLE);
        assertThat(script.get(99, 3, 500, 501).verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldCheckEveryKeyByItself() {
        History history = new History(4);
        history.done(history.invokePut(1, 1, 5, 0), 1);
        history.done(history.invokePut(1, 2, 6, 2), 3);
        history.found(history.invokeGet(1, 1, 4), 6, 5);
        history.found(history.invokeGet(1, 2, 6), 6, 7);
        LinearizabilityReport report = new LinearizabilityChecker().check(history);
        assertThat(report.verdict()).isEqualTo(VIOLATION);
        assertThat(report.keys()).isEqualTo(2);
        assertThat(report.operations()).isEqualTo(4);
        assertThat(report.violatingKeys()).containsExactly(1L);
    }

    @Test
    void shouldSayUndecidedWhenTheBoundIsReached() {
        // Only the last reads reveal the order of the writes, so early choices are often wrong.
        Script script = new Script();
        for (int client = 0; client < 12; client++) {
            script.putIfAbsent(client, client % 3, true, 0, 1000);
            script.delete(50 + client, true, 0, 1000 + client);
            script.get(100 + client, (client * 5) % 3, 0, 1001);
        }
        script.get(99, 0, 2000, 2001);
        LinearizabilityReport tiny = new LinearizabilityChecker(0).check(script.history);
        assertThat(tiny.verdict()).isEqualTo(UNDECIDED);
        assertThat(tiny.undecidedKeys()).containsExactly(Script.KEY);
        assertThat(tiny.toString()).contains("UNDECIDED").contains("keys [7]");
        assertThat(script.verdict()).isEqualTo(VIOLATION);
    }

    @Test
    void shouldExploreTheSameConfigurationsEveryTime() {
        History history =
                AtomicRegisters.generate(
                        1, new AtomicRegisters.Shape(20, 2000, 3, 4, 0.01, Shapes.ALL));
        LinearizabilityReport first = new LinearizabilityChecker(5_000).check(history);
        LinearizabilityReport second = new LinearizabilityChecker(5_000).check(history);
        assertThat(second).isEqualTo(first);
    }

    @Test
    void shouldRejectANegativeBound() {
        assertThatThrownBy(() -> new LinearizabilityChecker(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bound=-1");
    }
}
