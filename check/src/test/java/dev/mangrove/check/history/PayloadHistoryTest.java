package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.history.PayloadHistory.PayloadRead;

import org.junit.jupiter.api.Test;

/** Reads of payloads that no order of changes explains are found, and no others. */
final class PayloadHistoryTest {
    private final PayloadHistory history = new PayloadHistory(16);

    private void insert(long number, long from, long to) {
        history.ended(history.invokeInsert(1, 7, number, from), true, to);
    }

    private void read(long number, long from, long to) {
        history.read(new PayloadRead(2, 7, number, from, to));
    }

    @Test
    void shouldAcceptWhatWasThereAtSomeTime() {
        read(PayloadHistory.NONE, 1, 2);
        insert(5, 3, 6);
        read(PayloadHistory.NONE, 4, 5);
        read(5, 4, 5);
        read(5, 7, 8);
        history.ended(history.invokeSet(1, 7, 6, 9), true, 12);
        read(5, 10, 11);
        read(6, 10, 11);
        history.ended(history.invokeDelete(1, 7, 20), true, 30);
        read(PayloadHistory.NONE, 25, 26);
        read(PayloadHistory.NONE, 31, 32);
        assertThat(history.check()).isEmpty();
        assertThat(history.reads()).isEqualTo(8);
    }

    @Test
    void shouldFindALostPayload() {
        insert(5, 1, 2);
        read(PayloadHistory.NONE, 3, 4);
        assertThat(history.check()).singleElement().asString().contains("PAYLOAD", "number=0");
    }

    @Test
    void shouldKeepThePayloadWhereAnUpsertHasNone() {
        insert(5, 1, 2);
        history.ended(history.invokeUpsert(1, 7, PayloadHistory.NONE, 3), false, 4);
        read(5, 5, 6);
        assertThat(history.check()).isEmpty();
        read(PayloadHistory.NONE, 5, 6);
        assertThat(history.check()).hasSize(1);
    }

    @Test
    void shouldFindThePayloadOfADeletedObject() {
        insert(5, 1, 2);
        history.ended(history.invokeDelete(1, 7, 3), true, 4);
        insert(PayloadHistory.NONE, 5, 6);
        read(5, 7, 8);
        assertThat(history.check()).hasSize(1);
    }

    @Test
    void shouldFindAReplacedPayloadAndOneThatIsNotThereYet() {
        insert(5, 1, 2);
        history.ended(history.invokeUpsert(1, 7, 6, 3), false, 4);
        read(5, 5, 6);
        history.ended(history.invokeSet(1, 7, 8, 9), true, 10);
        read(8, 7, 8);
        assertThat(history.check()).hasSize(2);
    }

    @Test
    void shouldAcceptAnythingThatAChangeOfUnknownOutcomeMayHaveDone() {
        insert(5, 1, 2);
        int unknown = history.invokeUpsert(1, 7, 6, 3);
        assertThat(unknown).isPositive();
        read(5, 8, 9);
        read(6, 8, 9);
        assertThat(history.check()).isEmpty();
        int failed = history.invokeSet(1, 7, 9, 10);
        history.failed(failed, 11);
        read(9, 12, 13);
        assertThat(history.check()).hasSize(1);
    }

    @Test
    void shouldFindAPayloadOfAnIdentityThatNoChangeNames() {
        read(PayloadHistory.NONE, 1, 2);
        assertThat(history.check()).isEmpty();
        read(1, 1, 2);
        assertThat(history.check()).hasSize(1);
    }
}
