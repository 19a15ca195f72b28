package dev.mangrove.fabric.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

final class OrderlyEndTest {
    private final OrderlyEnd end = new OrderlyEnd();

    @Test
    void shouldNotSayThatItHasEndedBeforeTheDeviceIsStopped() {
        AtomicInteger stops = new AtomicInteger();
        assertThat(end.end("first", () -> stop(stops))).isTrue();
        assertThat(end.end("second", () -> stop(stops))).isFalse();
        assertThat(end.reason()).isEqualTo("first");
        assertThat(stops).hasValue(1);
    }

    private void stop(AtomicInteger stops) {
        stops.incrementAndGet();
        assertThat(end.reason()).as("while the device may still write").isNull();
        assertThat(end.beginning()).isEqualTo("first");
        assertThat(end.<String>carryOut(() -> "late", "refused")).isEqualTo("refused");
    }

    @Test
    void shouldNotSayThatItHasEndedWhileAnAtomicIsUnderWay() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch proceed = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Thread io =
                Thread.ofPlatform()
                        .start(
                                () ->
                                        end.carryOut(
                                                () -> {
                                                    working.countDown();
                                                    await(proceed);
                                                    return 1;
                                                },
                                                0));
        working.await();
        Thread closer = Thread.ofPlatform().start(() -> end.end("closed", stopped::countDown));
        stopped.await();
        while (closer.getState() != Thread.State.BLOCKED) {
            assertThat(closer.isAlive()).as("waits for the atomic").isTrue();
            Thread.onSpinWait();
        }
        assertThat(end.reason()).isNull();
        proceed.countDown();
        io.join();
        closer.join();
        assertThat(end.reason()).isEqualTo("closed");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
