package dev.mangrove.check.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.cli.process.ChildProcess;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.function.BooleanSupplier;

/** The parent's checks of clients; the test controls their lines and behaviour. */
final class ClientLifeTest {
    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final long LONG_PAUSE_MILLIS = 1_100;

    private final StressTally tally = new StressTally();
    private ChildProcess process;
    private ClientLife client;

    @AfterEach
    void end() {
        client.discard();
    }

    @Test
    void shouldSeeThatProcessesHaveOneClock() throws InterruptedException {
        start();
        listenUntil(client::isWaiting);

        assertThat(tally.violations()).isEmpty();
    }

    @Test
    void shouldNotExcuseALossWithoutAPause() throws InterruptedException {
        start();
        say("lost");
        listenUntil(() -> tally.lostConnections() == 1);

        assertThat(tally.violations())
                .singleElement()
                .asString()
                .contains("without a pause", "said by a test");
    }

    @Test
    void shouldExcuseALossAfterALongPause() throws InterruptedException {
        start();
        listenUntil(client::isWaiting);
        client.pause(0);
        Thread.sleep(LONG_PAUSE_MILLIS);
        client.resume();
        say("lost");
        listenUntil(() -> tally.lostConnections() == 1);

        assertThat(tally.violations()).isEmpty();
        assertThat(tally.pauses()).isEqualTo(1);
    }

    @Test
    void shouldReportWhatFailed() throws InterruptedException {
        start();
        say("broken");
        listenUntil(() -> tally.violationCount() > 0);

        assertThat(tally.violations()).containsExactly("client 1: said by a test");
    }

    @Test
    void shouldReportAClientThatEndsByItself() throws InterruptedException {
        start();
        say("exit");
        listenUntil(client::hasEnded);

        assertThat(tally.violations()).containsExactly("client 1: ended by itself with status 9");
    }

    @Test
    void shouldNotBlameAClientThatWasKilled() throws InterruptedException {
        start();
        listenUntil(client::isWaiting);
        client.kill();
        client.listen();

        assertThat(tally.violations()).isEmpty();
        assertThat(tally.kills()).isEqualTo(1);
        assertThat(client.hasEnded()).isTrue();
    }

    private void start() {
        process = ChildProcess.start(TalkingClient.class);
        client = new ClientLife(1, process, tally);
    }

    private void say(String word) {
        process.tell(word);
    }

    private void listenUntil(BooleanSupplier condition) throws InterruptedException {
        long limit = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("gives up then").isLessThan(limit);
            Thread.sleep(1);
            client.listen();
        }
    }
}
