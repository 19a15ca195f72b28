package dev.mangrove.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Region;
import dev.mangrove.index.wire.ChipLatch;
import dev.mangrove.server.fixture.FakeRegion;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** No client is connected here, so every session is gone at once. */
final class LatchHoldersTest {
    private static final ValueLayout.OfShort LATCH =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Region region = new FakeRegion();
    private final MemorySegment latches = region.memory();
    private final LatchHolders holders = new LatchHolders(region, new Peers());

    @Test
    void shouldGiveASessionOneNumberAndKnowWhoseItIs() {
        int holder = holders.of(77);
        assertThat(holder).isBetween(1, ChipLatch.HOLDERS);
        assertThat(holders.of(77)).isEqualTo(holder);
        assertThat(holders.owner(holder)).isEqualTo(77);
        assertThat(holders.of(78)).isNotEqualTo(holder);
    }

    @Test
    void shouldKnowNoSessionOfANumberThatWasNotGiven() {
        assertThat(holders.owner(0)).isZero();
        assertThat(holders.owner(5)).isZero();
        assertThat(holders.owner(-1)).isZero();
        assertThat(holders.owner(ChipLatch.HOLDERS + 1L)).isZero();
    }

    @Test
    void shouldNotGiveANumberAgainWhileALatchHasIt() {
        int held = holders.of(1);
        latches.set(LATCH, ChipLatch.offset(4711), (short) ChipLatch.word(held, 3));
        for (int session = 2; session < ChipLatch.HOLDERS + 64; session++) {
            assertThat(holders.of(session)).isNotEqualTo(held);
        }
        assertThat(holders.owner(held)).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhenLatchesHaveAllNumbers() {
        for (int session = 1; session <= ChipLatch.HOLDERS; session++) {
            int holder = holders.of(session);
            latches.set(LATCH, ChipLatch.offset(session), (short) ChipLatch.word(holder, 0));
        }
        assertThatThrownBy(() -> holders.of(ChipLatch.HOLDERS + 1))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("2047");
    }
}
