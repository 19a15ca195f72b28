package dev.mangrove.index.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** DEX's rule. */
class CacheAwarePolicyTest {
    private final RequestEstimate request = new RequestEstimate();
    private final CacheAwarePolicy policy = new CacheAwarePolicy(new ManualHost());

    @Test
    void shouldMeasureBothWaysFirst() {
        assertThat(policy.offloads(request)).isFalse();
        policy.served(request, 10_000);
        assertThat(policy.offloads(request)).isTrue();
    }

    @Test
    void shouldReadOnlyWhereFewPagesAreMissing() {
        measure(10_000, 2_960);
        request.set(2, 2_000, 100, 5);
        assertThat(share()).isCloseTo(0.99, within(0.005));
        request.set(3, 3_000, 100, 5);
        assertThat(share()).isCloseTo(0.01, within(0.005));
    }

    @Test
    void shouldFollowTheLastFiftyLatencies() {
        request.set(3, 3_000, 100, 5);
        measure(10_000, 2_960);
        measure(20_000, 2_960);
        assertThat(share()).isGreaterThan(0.95);
    }

    private void measure(long served, long read) {
        for (int i = 0; i < 50; i++) {
            policy.served(request, served);
            policy.pageRead(read);
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
