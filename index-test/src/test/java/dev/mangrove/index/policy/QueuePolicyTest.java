package dev.mangrove.index.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Cell's selector, section 2.5 of its paper. */
class QueuePolicyTest {
    private static final long SECOND = 1_000_000_000;
    private static final int LEVELS = 5;

    private final ManualHost host = new ManualHost();
    private final RequestEstimate request = new RequestEstimate();
    private final QueuePolicy policy = new QueuePolicy(host);

    QueuePolicyTest() {
        request.set(LEVELS, 5_000, 100);
    }

    @Test
    void shouldJoinTheShorterQueue() {
        policy.pageRead(2_000);
        serve(100, 200_000);
        read(100, 2_400);
        assertThat(share()).isGreaterThan(0.95);

        serve(1_000, 5_000);
        read(1_000, 20_000);
        assertThat(share()).isLessThan(0.05);
    }

    /** The mean of a request's READs would never show the latency of an empty queue. */
    @Test
    void shouldTakeTheLowestSingleReadForARoundTrip() {
        serve(100, 30_000);
        read(50, 10_000);
        assertThat(share()).isGreaterThan(0.95);

        policy.pageRead(2_000);
        read(100, 10_000);
        assertThat(share()).isLessThan(0.05);
    }

    @Test
    void shouldMultiplyByAllLevelsThoughSomeAreCached() {
        policy.pageRead(2_000);
        serve(100, 20_000);
        read(100, 6_000);
        request.set(1, 1_000, 100, LEVELS);
        assertThat(share()).isLessThan(0.05);
        request.set(1, 1_000, 100, 2);
        assertThat(share()).isGreaterThan(0.95);
    }

    @Test
    void shouldTakeTheWorseWayOnceInAHundredRequests() {
        policy.pageRead(2_000);
        serve(100, 10_000);
        read(100, 20_000);
        assertThat(share()).isCloseTo(0.01, within(0.005));
    }

    @Test
    void shouldForgetBothLatenciesWhenTheConnectionWasIdle() {
        serve(100, 10_000);
        read(100, 20_000);
        host.now += 3 * SECOND + 1;
        assertThat(policy.offloads(request)).isFalse();
        serve(1, 10_000);
        assertThat(policy.offloads(request)).isTrue();
    }

    @Test
    void shouldKeepTheLatencyOfReadsWhileOnlyTheServerIsAsked() {
        policy.pageRead(2_000);
        read(100, 20_000);
        for (int i = 0; i < 10; i++) {
            host.now += SECOND;
            serve(100, 10_000);
        }
        assertThat(share()).isLessThan(0.05);
    }

    @Test
    void shouldDropOutliers() {
        policy.pageRead(2_000);
        for (int i = 0; i < 50; i++) {
            serve(1, 9_000 + 40 * i);
            read(1, 3_800 + 4 * i);
        }
        serve(3, 100_000_000);
        assertThat(share()).isLessThan(0.05);
    }

    /** Nearly all samples of a new load are outliers of the old one. */
    @Test
    void shouldStartAnewWhenMostSamplesAreOutliers() {
        policy.pageRead(2_000);
        for (int i = 0; i < 100; i++) {
            serve(1, 9_000 + 40 * i);
            read(1, 3_800 + 4 * i);
        }
        assertThat(share()).isLessThan(0.05);
        serve(60, 1_000_000);
        read(1, 4_000);
        serve(20, 1_000_000);
        assertThat(share()).isGreaterThan(0.95);
    }

    private void serve(int times, long nanos) {
        for (int i = 0; i < times; i++) {
            policy.served(request, nanos);
        }
    }

    private void read(int times, long nanos) {
        for (int i = 0; i < times; i++) {
            policy.pageRead(nanos);
        }
    }

    private double share() {
        int offloaded = 0;
        for (int i = 0; i < 2_000; i++) {
            offloaded += policy.offloads(request) ? 1 : 0;
        }
        return offloaded / 2_000.0;
    }
}
