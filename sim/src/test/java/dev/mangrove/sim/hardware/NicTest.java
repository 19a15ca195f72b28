package dev.mangrove.sim.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.hardware.QueuePairCache.Entry;
import dev.mangrove.sim.kernel.Kernel;

import org.junit.jupiter.api.Test;

final class NicTest {
    private static final Profile PROFILE = Profile.named("base");

    private final Kernel kernel = new Kernel();

    private Nic nic(Profile profile) {
        return new Nic(kernel, profile);
    }

    @Test
    void shouldServeRequestsOfAVerbOneAfterTheOther() {
        Nic nic = nic(PROFILE.with("nic.in_read_ns", 100).with("nic.qp_miss_ns", 0));
        Entry pair = new Entry();

        long first = nic.serve(0, Verb.READ, pair);
        long second = nic.serve(0, Verb.READ, pair);
        long other = nic.serve(0, Verb.WRITE, pair);

        assertThat(second - first).isEqualTo(100 * Kernel.NANOSECOND);
        assertThat(other).isLessThan(first);
    }

    @Test
    void shouldShareAStationAmongAllVerbsIfTheProfileSaysSo() {
        Nic nic = nic(PROFILE.with("nic.in_shared_ns", 100).with("nic.qp_miss_ns", 0));
        Entry pair = new Entry();

        long read = nic.serve(0, Verb.READ, pair);
        long write = nic.serve(0, Verb.WRITE, pair);

        assertThat(write - read).isGreaterThan(90 * Kernel.NANOSECOND);
    }

    @Test
    void shouldTakeTheTimeOfItsBytesOnTheLink() {
        Nic nic = nic(PROFILE.with("nic.gbps", 8).with("nic.header_bytes", 0));

        assertThat(nic.send(0, 1024)).isEqualTo(1024 * Kernel.NANOSECOND);
        assertThat(nic.send(0, 1024)).isEqualTo(2048 * Kernel.NANOSECOND);
        assertThat(nic.receive(0, 1024)).as("the other way").isEqualTo(1024 * Kernel.NANOSECOND);
    }

    @Test
    void shouldCountBytesOfBothWaysWithHeaders() {
        Nic nic = nic(PROFILE.with("nic.header_bytes", 38).with("nic.mtu_bytes", 4096));

        nic.send(0, 1000);
        nic.receive(0, 5000);

        assertThat(nic.wireBytes()).isEqualTo(1000 + 38 + 5000 + 2 * 38);
    }

    @Test
    void shouldSerialiseAtomicsOfABucketForTheBusTrips() {
        Nic nic = nic(PROFILE.with("dma.read_ns", 400).with("dma.write_ns", 200));
        long effect = nic.atomicOnHost(0, 64);
        nic.writeBack(64);

        long sameBucket = nic.atomicOnHost(0, 64 + 4096);
        long otherBucket = nic.atomicOnHost(0, 128);

        assertThat(sameBucket - effect).isEqualTo(600 * Kernel.NANOSECOND);
        assertThat(otherBucket).isCloseTo(effect, within(50 * Kernel.NANOSECOND));
    }

    @Test
    void shouldNotHoldABucketForTheWriteOfAFailedSwap() {
        Nic nic = nic(PROFILE.with("dma.read_ns", 400));
        long effect = nic.atomicOnHost(0, 64);

        assertThat(nic.atomicOnHost(0, 64) - effect).isEqualTo(400 * Kernel.NANOSECOND);
    }

    @Test
    void shouldServeAtomicsOnChipWithoutTheBus() {
        Nic nic = nic(PROFILE.with("atomic.chip_ns", 9));

        assertThat(nic.atomicOnChip(0, 0)).isEqualTo(9 * Kernel.NANOSECOND);
        assertThat(nic.atomicOnChip(0, 0)).isEqualTo(18 * Kernel.NANOSECOND);
    }

    @Test
    void shouldLetAtomicsOnChipFollowOneAnotherIfTheirAddressesAgree() {
        Nic nic = nic(PROFILE.with("atomic.chip_ns", 9).with("atomic.chip_bucket_ns", 50));

        assertThat(nic.atomicOnChip(0, 0)).isEqualTo(59 * Kernel.NANOSECOND);
        assertThat(nic.atomicOnChip(0, 4096)).isEqualTo(109 * Kernel.NANOSECOND);
        assertThat(nic.atomicOnChip(0, 8)).isEqualTo(77 * Kernel.NANOSECOND);
    }

    @Test
    void shouldLetWritesWaitForAtomicsOfOneOfTheirWordsWhereTheCardOrdersThem() {
        Profile ordering = PROFILE.with("atomic.orders_writes", 1);
        Nic nic = nic(ordering);
        long effect = nic.atomicOnHost(0, 64);

        assertThat(nic(ordering).writeOnHost(0, 64, 8)).isLessThan(effect);
        assertThat(nic.writeOnHost(0, 72, 8)).isLessThan(effect);
        assertThat(nic.writeOnHost(0, 0, 64)).isLessThan(effect);
        assertThat(nic.writeOnHost(0, 0, 128)).isGreaterThan(effect);
        assertThat(nic.writeOnHost(0, 64, 8)).isGreaterThan(effect);
    }

    @Test
    void shouldLetWritesPassAFewAtomicsAndWaitForAllOfMore() {
        Nic nic =
                nic(
                        PROFILE.with("dma.read_ns", 400)
                                .with("atomic.orders_writes", 1)
                                .with("atomic.passed", 2));
        long first = nic.atomicOnHost(0, 64);

        assertThat(nic.writeOnHost(0, 64, 8)).isLessThan(first);
        assertThat(nic.writeOnHost(0, 0, 128)).isLessThan(first);

        nic.atomicOnHost(0, 64);
        long third = nic.atomicOnHost(0, 64);

        assertThat(nic.writeOnHost(0, 0, 128)).isGreaterThan(third);
        assertThat(nic.writeOnHost(0, 64, 8)).isGreaterThan(third);
    }

    @Test
    void shouldLetWritesPassAtomicsWhereTheCardDoesNotOrderThem() {
        Nic nic = nic(PROFILE);
        long effect = nic.atomicOnHost(0, 64);

        assertThat(nic.writeOnHost(0, 64, 8)).isLessThan(effect);
    }

    @Test
    void shouldPayForConnectionsThatAreNotOnTheCard() {
        QueuePairCache cache = new QueuePairCache(2);
        Entry a = new Entry();
        Entry b = new Entry();
        Entry c = new Entry();

        assertThat(cache.use(a)).isFalse();
        assertThat(cache.use(b)).isFalse();
        assertThat(cache.use(a)).isTrue();
        assertThat(cache.use(c)).as("takes a place").isFalse();
        assertThat(cache.use(c)).isTrue();
        assertThat(cache.use(a) && cache.use(b)).as("one of them had to go").isFalse();
    }

    @Test
    void shouldForgetConnectionsThatEnded() {
        QueuePairCache cache = new QueuePairCache(1);
        Entry a = new Entry();
        Entry b = new Entry();
        cache.use(a);

        cache.forget(a);
        cache.use(b);

        assertThat(cache.use(b)).isTrue();
        assertThat(cache.use(a)).isFalse();
    }

    @Test
    void shouldBoundTransfersUnderWayByTags() {
        DmaEngine dma =
                new DmaEngine(kernel, PROFILE.with("dma.tags", 2).with("dma.read_ns", 1_000));

        long first = dma.read(0, 0, 64, true);
        dma.read(0, 4096, 64, true);
        long third = dma.read(0, 8192, 64, true);

        assertThat(third - first).isGreaterThanOrEqualTo(1_000 * Kernel.NANOSECOND);
    }

    @Test
    void shouldHoldUpReadsOfTheSameLine() {
        DmaEngine dma = new DmaEngine(kernel, PROFILE);
        DmaEngine apart = new DmaEngine(kernel, PROFILE);
        long same = 0;
        long different = 0;
        for (int i = 0; i < 32; i++) {
            same = dma.read(0, i, 1, false);
            different = apart.read(0, i * 64L, 1, false);
        }

        assertThat(same).isGreaterThan(3 * different);
    }
}
