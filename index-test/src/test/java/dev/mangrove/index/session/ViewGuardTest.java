package dev.mangrove.index.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ViewGuardTest {
    private final ViewGuard guard = new ViewGuard();

    @Test
    void shouldRefuseTheSecondOperationUntilTheFirstHasLeft() {
        guard.enter();
        assertThatThrownBy(guard::enter)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("open one view per thread");
        guard.leave();
        assertThatCode(guard::enter).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseAnOperationDuringAStepOfACursor() {
        guard.enterStep();
        assertThatThrownBy(guard::enter).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(guard::enterStep).isInstanceOf(IllegalStateException.class);
        guard.leaveStep();
        assertThatCode(guard::enterStep).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseAStepDuringAnOperation() {
        guard.enter();
        assertThatThrownBy(guard::enterStep).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTakeAnotherThreadBetweenOperations() throws InterruptedException {
        guard.enter();
        guard.leave();
        RuntimeException[] thrown = new RuntimeException[1];
        Thread other =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        guard.enter();
                                    } catch (RuntimeException e) {
                                        thrown[0] = e;
                                    }
                                });
        other.join();
        org.assertj.core.api.Assertions.assertThat(thrown[0]).isNull();
        assertThatThrownBy(guard::enter).isInstanceOf(IllegalStateException.class);
    }
}
