package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HistoryTest {
    @Test
    void shouldKeepWhatWasRecordedWhileItGrows() {
        History history = new History(0);
        for (long i = 0; i < 1000; i++) {
            int op = history.invokeReplace((int) (i % 7), i, 2 * i, 3 * i, 10 * i);
            history.found(op, 4 * i, 10 * i + 5);
        }
        assertThat(history.size()).isEqualTo(1000);
        assertThat(history.client(999)).isEqualTo(999 % 7);
        assertThat(history.kind(999)).isEqualTo(OpKind.REPLACE);
        assertThat(history.outcome(999)).isEqualTo(Outcome.OK);
        assertThat(history.observation(999)).isEqualTo(Observation.VALUE);
        assertThat(history.key(999)).isEqualTo(999);
        assertThat(history.expected(999)).isEqualTo(2 * 999);
        assertThat(history.argument(999)).isEqualTo(3 * 999);
        assertThat(history.observed(999)).isEqualTo(4 * 999);
        assertThat(history.invoked(999)).isEqualTo(9990);
        assertThat(history.responded(999)).isEqualTo(9995);
    }

    @Test
    void shouldTakeAnOperationThatNeverReturnedAsUnknown() {
        History history = new History(1);
        int op = history.invokePut(1, 2, 3, 4);
        assertThat(history.outcome(op)).isEqualTo(Outcome.UNKNOWN);
        assertThat(history.responded(op)).isEqualTo(History.NEVER);
        assertThat(history.describe(op)).isEqualTo("client 1: put 3 -> unknown [4, never]");
    }

    @Test
    void shouldRejectASecondCompletion() {
        History history = new History(1);
        int op = history.invokeGet(1, 2, 3);
        history.foundAbsent(op, 4);
        assertThatThrownBy(() -> history.found(op, 5, 6))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("completed twice");
    }

    @Test
    void shouldRejectAResponseBeforeTheInvocation() {
        History history = new History(1);
        int op = history.invokeGet(1, 2, 30);
        assertThatThrownBy(() -> history.foundAbsent(op, 29))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("responded=29, invoked=30");
    }

    @Test
    void shouldRejectARefusalOfAnUnconditionalOperation() {
        History history = new History(1);
        int op = history.invokePut(1, 2, 3, 4);
        assertThatThrownBy(() -> history.refused(op, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be refused");
    }

    @Test
    void shouldRejectAnOperationThatDoesNotExist() {
        History history = new History(16);
        assertThatThrownBy(() -> history.done(0, 5))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("op=0, size=0");
    }

    @Test
    void shouldCheckMergedHistoriesOfSeveralClients() {
        History writer = new History(4);
        writer.done(writer.invokePut(1, 9, 5, 100), 110);
        writer.done(writer.invokePut(1, 9, 6, 200), 210);
        writer.invokeDelete(1, 9, 220);
        History reader = new History(4);
        reader.found(reader.invokeGet(2, 9, 120), 5, 130);
        reader.found(reader.invokeGet(2, 9, 230), 6, 240);
        reader.foundAbsent(reader.invokeGet(2, 9, 250), 260);
        History merged = new History(0);
        merged.addAll(reader);
        merged.addAll(writer);
        LinearizabilityReport report = new LinearizabilityChecker().check(merged);
        assertThat(report.verdict()).isEqualTo(Verdict.LINEARIZABLE);
        assertThat(report.operations()).isEqualTo(6);
    }
}
