package dev.mangrove.index.latch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

final class LatchPlaceTest {
    private static final int REGION = AddressSpace.regionId(7, AddressSpace.CHUNK_REGION);
    private static final int CARD = AddressSpace.regionId(7, AddressSpace.WORD_LATCH_REGION);

    @ParameterizedTest
    @ValueSource(ints = {4096, 32768, 131072})
    void shouldSpreadPagesOverAllWordsOfACard(int words) {
        LatchPlace place = LatchPlace.onCard(card(words * 8L));
        int[] pages = new int[words];
        for (int i = 0; i < 8 * words; i++) {
            long latch = place.latchOf(pointer(i));
            assertThat(Address.region(latch)).isEqualTo(CARD);
            assertThat(Address.offset(latch) % Long.BYTES).isZero();
            pages[(int) (Address.offset(latch) / Long.BYTES)]++;
        }
        assertThat(Arrays.stream(pages).max().orElseThrow()).isLessThanOrEqualTo(24);
        assertThat(Arrays.stream(pages).filter(count -> count == 0).count())
                .isLessThan(words * 6L / 10);
    }

    /** Threads queue by the number, and hand over the latch that they hold. */
    @Test
    void shouldGivePagesOfOneNumberOneLatch() {
        LatchPlace place = LatchPlace.onCard(card(4096 * 8L));
        long[] latches = new long[AddressSpace.LATCHES];
        for (int i = 0; i < 4 * AddressSpace.LATCHES; i++) {
            int number = LatchTable.number(pointer(i));
            long latch = place.latchOf(pointer(i));
            assertThat(latches[number]).isIn(0L, latch);
            latches[number] = latch;
        }
    }

    @Test
    void shouldBeInThePageOrInTheTableOfItsServer() {
        assertThat(LatchPlace.inPage(1016).latchOf(pointer(3)))
                .isEqualTo(PagePointer.address(pointer(3)) + 1016);
        assertThat(LatchPlace.inMemory().latchOf(pointer(3)))
                .isEqualTo(LatchTable.address(pointer(3)));
    }

    @ParameterizedTest
    @ValueSource(longs = {24, 40_000, 2 << 20})
    void shouldRefuseATableThatIsNoPowerOfTwoOrTooLarge(long bytes) {
        assertThatIllegalArgumentException().isThrownBy(() -> LatchPlace.onCard(card(bytes)));
    }

    private static RegionHandle card(long bytes) {
        return new RegionHandle(CARD, 1, bytes, Placement.DEVICE);
    }

    private static long pointer(int page) {
        return PagePointer.of(Address.of(REGION, AddressSpace.FIRST_CHUNK + 1024L * page), 1);
    }
}
