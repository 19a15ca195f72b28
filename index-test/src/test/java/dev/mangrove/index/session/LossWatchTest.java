package dev.mangrove.index.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

final class LossWatchTest {
    private static final List<Integer> NONE = List.of();

    private final SimPool servers = new SimPool(3);
    private Pool pool;
    private Session session;

    @BeforeEach
    void connect() {
        pool = servers.connect();
        session = pool.session();
    }

    @AfterEach
    void close() {
        servers.close();
    }

    @Test
    void shouldThrowAtEachCheckOnceAVitalServerIsLost() {
        LossWatch watch = new LossWatch(session, List.of(0, 1), NONE);
        watch.check();
        lose(1);
        for (int i = 0; i < 3; i++) {
            assertLoss(watch, 1);
        }
    }

    @Test
    void shouldThrowOnceForEachOtherServerThatIsLost() {
        LossWatch watch = new LossWatch(session, List.of(0), List.of(1, 2));
        assertThat(watch.anyLost()).isFalse();
        lose(1);
        assertLoss(watch, 1);
        watch.check();
        assertThat(watch.anyLost()).isTrue();
        lose(2);
        assertLoss(watch, 2);
        watch.check();
    }

    @Test
    void shouldThrowOnceForAServerThatWasAdded() {
        LossWatch watch = new LossWatch(session, List.of(0), List.of(1));
        watch.add(2);
        watch.add(1);
        watch.add(2);
        watch.check();
        lose(2);
        assertLoss(watch, 2);
        watch.check();
        assertThat(watch.anyLost()).isTrue();
    }

    @Test
    void shouldNotReportALossAgainWhenAServerIsLostThatTheViewDoesNotUse() {
        LossWatch watch = new LossWatch(session, List.of(0), List.of(1));
        lose(1);
        assertLoss(watch, 1);
        lose(2);
        watch.check();
        assertThat(watch.anyLost()).isTrue();
    }

    @Test
    void shouldNotThrowForAServerThatTheViewDoesNotUse() {
        LossWatch watch = new LossWatch(session, List.of(0), List.of(1));
        lose(2);
        watch.check();
        assertThat(watch.anyLost()).isFalse();
    }

    @Test
    void shouldKnowOfAnotherServerThatWasLostBeforeTheViewWasOpened() {
        lose(1);
        LossWatch watch = new LossWatch(session, List.of(0), List.of(1));
        assertThat(watch.anyLost()).isTrue();
        watch.check();
    }

    @Test
    void shouldNoticeTheLossOfAServerThatTheSessionHasNoLinkTo() {
        LossWatch watch = new LossWatch(session, List.of(2), NONE);
        assertThat(session.meters()).isEmpty();
        lose(2);
        assertLoss(watch, 2);
    }

    @Test
    void shouldThrowForAVitalServerThatAnswersAgain() {
        LossWatch watch = new LossWatch(session, List.of(1), NONE);
        lose(1);
        assertThat(servers.comesTrue(() -> pool.members().get(1).alive())).isTrue();
        assertLoss(watch, 1);
    }

    @Test
    void shouldThrowWhenTheSessionIsClosed() {
        LossWatch watch = new LossWatch(session, List.of(0), NONE);
        lose(1);
        session.close();
        assertThatThrownBy(watch::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    private void lose(int number) {
        servers.server(number).closeConnections();
        assertThat(servers.comesTrue(() -> !pool.members().get(number).alive())).isTrue();
    }

    private static void assertLoss(LossWatch watch, int server) {
        assertThatThrownBy(watch::check)
                .isInstanceOf(FabricException.class)
                .hasMessageContaining("server " + server);
    }
}
