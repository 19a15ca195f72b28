package dev.mangrove.index.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.ServerBeat;

import org.junit.jupiter.api.Test;

class PoliciesTest {
    private static final long BEAT_NANOS = 10_000_000;

    private final ManualHost host = new ManualHost();
    private final RequestEstimate request = new RequestEstimate();
    private ServerBeat beat = ServerBeat.NONE;

    @Test
    void shouldOffloadAFixedShare() {
        AccessPolicy policy = new RatioPolicy(host.random(), 0.3);
        int offloaded = 0;
        for (int i = 0; i < 10_000; i++) {
            offloaded += policy.offloads(request) ? 1 : 0;
        }
        assertThat(offloaded / 10_000.0).isCloseTo(0.3, within(0.03));
        assertThat(new RatioPolicy(host.random(), 0).offloads(request)).isFalse();
        assertThat(new RatioPolicy(host.random(), 1).offloads(request)).isTrue();
    }

    @Test
    void shouldNotBackOffFromAServerThatIsNotBusy() {
        AccessPolicy policy = new BackoffPolicy(host, () -> beat, BEAT_NANOS);
        for (int i = 0; i < 100; i++) {
            hear(0.95, 0);
            assertThat(policy.offloads(request)).isFalse();
        }
    }

    @Test
    void shouldBackOffForAtMostSevenRequestsPerHeartbeat() {
        AccessPolicy policy = new BackoffPolicy(host, () -> beat, BEAT_NANOS);
        int most = 0;
        int sum = 0;
        for (int round = 0; round < 1_000; round++) {
            hear(0.99, 0);
            int offloaded = 0;
            while (policy.offloads(request)) {
                offloaded++;
            }
            assertThat(policy.offloads(request)).isFalse();
            most = Math.max(most, offloaded);
            sum += offloaded;
        }
        assertThat(most).isEqualTo(BackoffPolicy.WINDOW - 1);
        assertThat(sum / 1_000.0).isCloseTo(3.5, within(0.3));
    }

    @Test
    void shouldBackOffFurtherWhileEachRequestFindsTheServerBusy() {
        AccessPolicy policy = new BackoffPolicy(host, () -> beat, BEAT_NANOS);
        int beats = 5;
        for (int i = 0; i < beats; i++) {
            hear(1, 0);
            boolean _ = policy.offloads(request);
        }
        int offloaded = 0;
        while (policy.offloads(request)) {
            offloaded++;
        }
        assertThat(offloaded)
                .isBetween(
                        (beats - 1) * BackoffPolicy.WINDOW - 1, beats * BackoffPolicy.WINDOW - 2);
    }

    @Test
    void shouldAskAServerThatIsIdle() {
        AccessPolicy policy = new AutoPolicy(host, () -> beat);
        request.set(6, 10_000, 100);
        for (int i = 0; i < 50; i++) {
            hear(0.1, 0);
            policy.served(request, 10_000);
            policy.offloaded(request, 30_000, 6, 0);
        }
        assertThat(share(policy)).isLessThan(0.01);
    }

    @Test
    void shouldStayAwayFromAServerThatSaysItIsOverloaded() {
        AccessPolicy policy = new AutoPolicy(host, () -> beat);
        request.set(6, 10_000, 100);
        policy.served(request, 10_000);
        policy.offloaded(request, 30_000, 6, 0);
        int asked = 0;
        for (int i = 0; i < 1_000; i++) {
            hear(1, 40);
            if (policy.offloads(request)) {
                policy.offloaded(request, 30_000, 6, 0);
            } else {
                asked++;
                policy.served(request, 400_000);
            }
        }
        assertThat(asked).isLessThan(20);
    }

    /** No later measurement corrects the first one while no request is offloaded. */
    @Test
    void shouldOffloadAgainThoughTheFirstRequestHadToWait() {
        AccessPolicy policy = new AutoPolicy(host, () -> beat);
        request.set(4, 4_000, 100);
        policy.offloaded(request, 184_000, 4, 0);
        policy.served(request, 10_000);
        for (int i = 0; i < 200; i++) {
            policy.served(request, 60_000);
        }
        assertThat(share(policy)).isLessThan(0.01);
        policy.pageRead(13_000);
        assertThat(share(policy)).isGreaterThan(0.99);
    }

    /** Server: 11 + 2 * 49 us. Client: 62 + 2 * 17 us, but 62 + 5 * 17 us where READs overlap. */
    @Test
    void shouldWeighAWaitForSingleReadsAsOneForTheServer() {
        AccessPolicy policy = new AutoPolicy(host, () -> beat);
        request.set(4, 4_000, 100);
        policy.served(request, 10_000);
        for (int i = 0; i < 200; i++) {
            policy.served(request, 60_000);
        }
        policy.pageRead(13_000);
        for (int i = 0; i < 100; i++) {
            policy.offloaded(request, 82_000, 4, 0);
        }
        assertThat(share(policy)).isGreaterThan(0.99);
    }

    @Test
    void shouldComeBackWithinAFewHeartbeats() {
        AccessPolicy policy = new AutoPolicy(host, () -> beat);
        request.set(6, 10_000, 100);
        policy.served(request, 10_000);
        policy.offloaded(request, 30_000, 6, 0);
        for (int i = 0; i < 20; i++) {
            hear(1, 40);
            policy.offloaded(request, 30_000, 6, 0);
        }
        for (int i = 0; i < 3; i++) {
            hear(0.2, 0);
            boolean _ = policy.offloads(request);
        }
        assertThat(share(policy)).isLessThan(0.05);
    }

    /** A request may wait for a core though the workers' queue is empty. */
    @Test
    void shouldNotTakeAnEmptyQueueForAFastServer() {
        AccessPolicy policy = new AutoPolicy(host, () -> beat);
        request.set(1, 1_000, 100);
        policy.served(request, 30_000);
        policy.pageRead(15_000);
        int asked = 0;
        for (int i = 0; i < 10_000; i++) {
            if (i % 80 == 0) {
                hear(0.1, 0);
            }
            if (policy.offloads(request)) {
                policy.pageRead(i % 8 == 0 ? 15_000 : 130_000);
                policy.offloaded(request, i % 8 == 0 ? 15_000 : 130_000, 1, 0);
                host.sleep(125_000);
            } else {
                asked++;
                policy.served(request, 258_000);
                host.sleep(258_000);
            }
        }
        assertThat(asked).isLessThan(300);
    }

    @Test
    void shouldKnowThatManyBytesHurtOnALoadedLink() {
        AccessPolicy policy = new AutoPolicy(host, () -> beat);
        request.set(100, 160_000, 4_000);
        policy.served(request, 100_000);
        policy.offloaded(request, 80_000, 100, 0);
        beat = new ServerBeat(1, 0.5, 1, 0.5, 1e5, 0, 4, 0.5, 80_000, 0.1, 1e9);
        assertThat(share(policy)).isGreaterThan(0.8);
        beat = new ServerBeat(2, 0.5, 1, 0.5, 1e5, 0, 4, 0.5, 80_000, 0.99, 12e9);
        assertThat(share(policy)).isLessThan(0.1);
    }

    @Test
    void shouldLetSoManyThreadsInAndHandPlacesOn() throws Exception {
        OffloadGate gate = new OffloadGate(2);
        OffloadGate.Pass first = gate.pass(Host.system());
        OffloadGate.Pass second = gate.pass(Host.system());
        assertThat(first.enter()).isZero();
        assertThat(second.enter()).isZero();
        OffloadGate.Pass third = gate.pass(Host.system());
        Thread waiting = Thread.ofPlatform().start(third::enter);
        Thread.sleep(5);
        first.leave();
        waiting.join();
        assertThat(gate.inside()).isEqualTo(2);
        second.leave();
        third.leave();
        assertThat(gate.inside()).isZero();
    }

    @Test
    void shouldGoOnWithoutAPlaceAfterAWhile() {
        OffloadGate gate = new OffloadGate(1);
        OffloadGate.Pass first = gate.pass(Host.system());
        OffloadGate.Pass second = gate.pass(Host.system());
        assertThat(first.enter()).isZero();
        assertThat(second.enter()).isPositive();
        second.leave();
        assertThat(gate.inside()).isEqualTo(1);
        first.leave();
        assertThat(gate.inside()).isZero();
    }

    private double share(AccessPolicy policy) {
        int offloaded = 0;
        for (int i = 0; i < 1_000; i++) {
            offloaded += policy.offloads(request) ? 1 : 0;
        }
        return offloaded / 1_000.0;
    }

    private void hear(double utilisation, int queue) {
        host.now += BEAT_NANOS + 1;
        beat =
                new ServerBeat(
                        beat.number() + 1,
                        utilisation,
                        4,
                        utilisation,
                        1e5,
                        queue,
                        4,
                        utilisation,
                        8_000,
                        0.1,
                        1e9);
    }
}
