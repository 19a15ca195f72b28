package dev.mangrove.sim.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.hardware.QueuePairCache.Entry;
import dev.mangrove.sim.kernel.Event;
import dev.mangrove.sim.kernel.Kernel;

import org.junit.jupiter.api.Test;

final class CardMeterTest {
    private static final long INTERVAL = 1_000 * Kernel.NANOSECOND;

    private final Kernel kernel = new Kernel();
    private final Entry pair = new Entry();

    private Nic nic(String key, double value) {
        return new Nic(kernel, Profile.named("base").with("nic.qp_miss_ns", 0).with(key, value));
    }

    private void pass() {
        kernel.schedule(
                kernel.now() + INTERVAL,
                new Event() {
                    @Override
                    protected void fire(int argument) {}
                },
                0);
        kernel.runUntil(Long.MAX_VALUE, () -> false);
    }

    @Test
    void shouldTellTheShareOfTheBusiestStation() {
        Nic nic = nic("nic.in_read_ns", 100);
        CardMeter meter = new CardMeter(kernel, nic);
        for (int i = 0; i < 5; i++) {
            nic.serve(0, Verb.READ, pair);
        }
        nic.serve(0, Verb.WRITE, pair);

        pass();
        meter.sample();

        assertThat(meter.stations()).isCloseTo(0.5, within(0.01));
        assertThat(meter.link()).isZero();
    }

    @Test
    void shouldForgetWhatWasBeforeItsInterval() {
        Nic nic = nic("nic.in_read_ns", 100);
        CardMeter meter = new CardMeter(kernel, nic);
        nic.serve(0, Verb.READ, pair);
        pass();
        meter.sample();

        pass();
        meter.sample();

        assertThat(meter.stations()).isZero();
    }

    @Test
    void shouldTellTheShareOfBusAndLink() {
        Nic nic = nic("nic.gbps", 16);
        CardMeter meter = new CardMeter(kernel, nic);
        nic.send(0, 1_000 - 38);
        nic.dma().write(0, 5_000);

        pass();
        meter.sample();

        assertThat(meter.link()).isCloseTo(0.5, within(0.01));
        assertThat(meter.bus()).isCloseTo(8.0 * (5_000 + 20 * 26) / 110 / 1_000, within(0.02));
    }

    @Test
    void shouldTellHowLongAtomicsHoldTheHottestWord() {
        Nic nic = nic("atomic.chip_bucket_ns", 50);
        CardMeter meter = new CardMeter(kernel, nic);
        for (int i = 0; i < 6; i++) {
            nic.atomicOnChip(0, 64);
        }
        nic.atomicOnChip(0, 128);

        pass();
        meter.sample();

        assertThat(meter.hottestWord()).isCloseTo(0.3, within(0.01));
    }
}
