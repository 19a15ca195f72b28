package dev.mangrove.check.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.Findings;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import org.junit.jupiter.api.Test;

final class OrderedJournalTest {
    private final Findings findings = new Findings();

    /** As when a second client sets up an index after the first one crashed. */
    @Test
    void shouldExcuseLackOfMemoryBeforeTheFirstOperationWhereMemoryIsShort() {
        journal(true).lost(1, new RequestRefusedException(Status.OUT_OF_MEMORY, "no memory"));

        assertThat(findings.violations()).isEmpty();
    }

    @Test
    void shouldNotExcuseLackOfMemoryElsewhere() {
        journal(false).lost(1, new RequestRefusedException(Status.OUT_OF_MEMORY, "no memory"));
        OrderedJournal working = journal(true);
        working.begins(2, "verify");
        working.lost(2, new RequestRefusedException(Status.OUT_OF_MEMORY, "no memory"));
        journal(true).lost(3, new RequestRefusedException(Status.NOT_FOUND, "no index"));

        assertThat(findings.violations()).hasSize(3);
    }

    private OrderedJournal journal(boolean mayRunOut) {
        return new OrderedJournal(findings, false, mayRunOut, null);
    }
}
