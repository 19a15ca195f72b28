package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OccupancyTest {
    private static final long LONG_NANOS = 60_000_000_000L;

    private final Occupancy occupancy = new Occupancy();

    @Test
    void shouldWaitForTheUserToLeave() {
        occupancy.enter();
        assertThat(occupancy.isCallerInside()).isTrue();
        assertThat(occupancy.awaitOutside(1)).isFalse();
        occupancy.enter();
        assertThat(occupancy.leave()).isFalse();
        assertThat(occupancy.leave()).isTrue();
        assertThat(occupancy.isCallerInside()).isFalse();
        assertThat(occupancy.awaitOutside(LONG_NANOS)).isTrue();
    }

    @Test
    void shouldWaitForTheBatchToEnd() {
        occupancy.enterBatch();
        assertThat(occupancy.awaitOutside(1)).isFalse();
        occupancy.leaveBatch();
        assertThat(occupancy.awaitOutside(LONG_NANOS)).isTrue();
    }
}
