package dev.mangrove.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.host.Host.Work;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

final class CoresTest {
    private static final Profile PROFILE =
            Profile.named("base")
                    .with("host.cores", 2)
                    .with("cpu.switch_ns", 0)
                    .with("cpu.wake_ns", 3_000)
                    .with("cpu.message_ns", 1_000)
                    .with("cpu.slice_ns", 10_000);

    private final SimCluster cluster = new SimCluster(PROFILE, 1, Faults.NONE, 0, null);
    private final SimHost host = cluster.addHost();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void shouldTakeTimeOnlyForWork() {
        List<Long> times = new ArrayList<>();
        host.start(
                "worker",
                () -> {
                    times.add(host.nanoTime());
                    host.work(Work.MESSAGE, 5);
                    times.add(host.nanoTime());
                });

        cluster.run();

        assertThat(times).containsExactly(0L, 5_000L);
    }

    /** Slices end within the pause many times; none of them may make it longer. */
    @Test
    void shouldGoOnAfterAPauseThatIsLongerThanManySlices() {
        List<Long> ends = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            host.start(
                    "worker",
                    () -> {
                        host.work(Work.MESSAGE, 40);
                        ends.add(host.nanoTime());
                    });
        }
        cluster.run(5_000);
        host.pause(3_000_000_000L);

        cluster.run();

        assertThat(ends).hasSize(5);
        assertThat(ends.getLast()).isBetween(3_000_000_000L, 3_000_300_000L);
    }

    @Test
    void shouldQueueThreadsForCores() {
        List<Long> ends = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            host.start(
                    "worker",
                    () -> {
                        host.work(Work.MESSAGE, 4);
                        ends.add(host.nanoTime());
                    });
        }

        cluster.run();

        assertThat(ends).containsExactly(4_000L, 4_000L, 8_000L, 8_000L);
    }

    @Test
    void shouldShareACoreBySlices() {
        List<String> ends = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            host.start("long", () -> host.work(Work.MESSAGE, 1_000));
        }
        host.start(
                "short",
                () -> {
                    host.work(Work.MESSAGE, 1);
                    ends.add("short after " + host.nanoTime());
                });

        cluster.run();

        assertThat(ends).containsExactly("short after 11000");
    }

    @Test
    void shouldPayForTheContextSwitch() {
        try (SimCluster dear =
                new SimCluster(PROFILE.with("cpu.switch_ns", 500), 1, Faults.NONE, 0, null)) {
            SimHost one = dear.addHost();
            long[] started = new long[1];
            one.start("worker", () -> started[0] = one.nanoTime());

            dear.run();

            assertThat(started[0]).isEqualTo(500);
        }
    }

    @Test
    void shouldPayForTheWakeUpOfAThreadThatBlocked() {
        Host.Signal signal = host.signal();
        long[] woken = new long[1];
        host.start(
                "sleeper",
                () -> {
                    assertThat(signal.await(1_000_000)).isTrue();
                    woken[0] = host.nanoTime();
                });
        host.start(
                "waker",
                () -> {
                    host.sleep(50_000);
                    signal.raise();
                });

        cluster.run();

        assertThat(woken[0]).isEqualTo(56_000); // both were woken: the waker by its timer
    }

    @Test
    void shouldEndAWaitAtItsDeadline() {
        long[] ended = new long[1];
        host.start(
                "sleeper",
                () -> {
                    assertThat(host.signal().await(20_000)).isFalse();
                    ended[0] = host.nanoTime();
                });

        cluster.run();

        assertThat(ended[0]).isEqualTo(23_000);
    }

    @Test
    void shouldEndASleepByInterrupt() {
        long[] ended = new long[1];
        Host.Task sleeper =
                host.start(
                        "sleeper",
                        () -> {
                            host.sleep(1_000_000_000);
                            ended[0] = host.nanoTime();
                        });
        cluster.run(10_000);

        sleeper.interrupt();

        assertThat(sleeper.join(1_000_000)).isTrue();
        assertThat(ended[0]).isLessThan(20_000);
    }

    @Test
    void shouldMeterBusyCores() {
        Host.CpuMeter meter = host.cpuMeter();
        host.start("worker", () -> host.work(Work.MESSAGE, 50));

        cluster.run(100_000);
        meter.sample();

        assertThat(meter.processCores()).isCloseTo(0.5, within(0.01));
        assertThat(meter.hostUtilisation()).isCloseTo(0.25, within(0.01));
    }

    @Test
    void shouldStopAllThreadsWhilePaused() {
        List<Long> times = new ArrayList<>();
        host.start(
                "worker",
                () -> {
                    for (int i = 0; i < 3; i++) {
                        host.work(Work.MESSAGE, 1);
                        times.add(host.nanoTime());
                    }
                });
        cluster.run(1_500);

        host.pause(10_000);
        cluster.run();

        assertThat(times).containsExactly(1_000L, 11_500L, 12_500L);
    }

    @Test
    void shouldComputeSlowerOnASlowHost() {
        long[] ended = new long[1];
        host.slow(3);
        host.start(
                "worker",
                () -> {
                    host.work(Work.MESSAGE, 2);
                    ended[0] = host.nanoTime();
                });

        cluster.run();

        assertThat(ended[0]).isEqualTo(6_000);
    }

    @Test
    void shouldComputeAtTheCostOfItsOwnKindOfHost() {
        long[] ended = new long[1];
        SimHost other = cluster.addHost(PROFILE.with("cpu.message_ns", 400));
        other.start(
                "worker",
                () -> {
                    other.work(Work.MESSAGE, 2);
                    ended[0] = other.nanoTime();
                });

        cluster.run();

        assertThat(ended[0]).isEqualTo(800);
    }

    @Test
    void shouldLetTheOutsideWait() {
        Host.Task task = host.start("worker", () -> host.work(Work.MESSAGE, 7));

        assertThat(task.join(1_000_000)).isTrue();

        assertThat(cluster.nanoTime()).isEqualTo(7_000);
        host.sleep(500);
        assertThat(cluster.nanoTime()).isEqualTo(7_500);
    }
}
