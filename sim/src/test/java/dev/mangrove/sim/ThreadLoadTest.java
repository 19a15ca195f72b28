package dev.mangrove.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.host.Host.Work;
import dev.mangrove.sim.hardware.Profile;
import dev.mangrove.sim.kernel.Kernel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ThreadLoadTest {
    private static final Profile PROFILE =
            Profile.named("base")
                    .with("cpu.switch_ns", 0)
                    .with("cpu.wake_ns", 0)
                    .with("cpu.message_ns", 1_000);

    private final SimCluster cluster = new SimCluster(PROFILE, 1, Faults.NONE, 0, null);
    private final SimHost host = cluster.addHost();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void shouldCountWorkOfThreadsByTheirName() {
        for (int i = 0; i < 2; i++) {
            host.start("worker", () -> host.work(Work.MESSAGE, 3));
        }
        host.start("other", () -> host.work(Work.MESSAGE, 1));

        cluster.run();

        assertThat(host.threadLoad("worker").workedPicos()).isEqualTo(6_000 * Kernel.NANOSECOND);
        assertThat(host.threadLoad("other").workedPicos()).isEqualTo(1_000 * Kernel.NANOSECOND);
        assertThat(host.threadLoads()).containsOnlyKeys("worker", "other");
    }

    @Test
    void shouldCountTimeThatAThreadWaitsForAnother() {
        Host.Signal signal = host.signal();
        host.start("waiter", () -> signal.await(1_000_000));
        host.start(
                "worker",
                () -> {
                    host.work(Work.MESSAGE, 4);
                    signal.raise();
                });

        cluster.run();

        assertThat(host.threadLoad("waiter").waitedPicos()).isEqualTo(4_000 * Kernel.NANOSECOND);
        assertThat(host.threadLoad("waiter").workedPicos()).isZero();
        assertThat(host.threadLoad("worker").waitedPicos()).isZero();
    }

    @Test
    void shouldCountSleepAsTimeOfWaiting() {
        host.start("sleeper", () -> host.sleep(7_000));

        cluster.run();

        assertThat(host.threadLoad("sleeper").waitedPicos()).isEqualTo(7_000 * Kernel.NANOSECOND);
    }
}
