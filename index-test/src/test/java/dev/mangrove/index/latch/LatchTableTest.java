package dev.mangrove.index.latch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

final class LatchTableTest {
    private static final int REGION = AddressSpace.regionId(7, AddressSpace.CHUNK_REGION);

    @ParameterizedTest
    @ValueSource(ints = {64, 512, 1024, 4096, 8192})
    void shouldSpreadPagesOverAllLatches(int pageSize) {
        int[] pages = new int[AddressSpace.LATCHES];
        for (int i = 0; i < 4 * AddressSpace.LATCHES; i++) {
            pages[LatchTable.number(pointer(pageSize, i, 1))]++;
        }
        assertThat(Arrays.stream(pages).max().orElseThrow()).isLessThanOrEqualTo(12);
        assertThat(Arrays.stream(pages).filter(count -> count == 0).count())
                .isLessThan(AddressSpace.LATCHES * 6L / 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 512, 1024, 4096, 8192})
    void shouldGiveNeighboursDifferentLatches(int pageSize) {
        for (int i = 0; i < 10_000; i++) {
            assertThat(LatchTable.number(pointer(pageSize, i, 1)))
                    .isNotEqualTo(LatchTable.number(pointer(pageSize, i + 1, 1)));
        }
    }

    @Test
    void shouldBeOnThePagesServerAndWithinTheTable() {
        for (int i = 0; i < 100_000; i++) {
            long pointer = pointer(512, i, i & 0xFFFF);
            long address = LatchTable.address(pointer);
            assertThat(Address.region(address)).isEqualTo(REGION);
            assertThat(Address.offset(address)).isEqualTo(LatchTable.offset(pointer));
            assertThat(LatchTable.offset(pointer))
                    .isGreaterThanOrEqualTo(AddressSpace.FIRST_LATCH)
                    .isLessThan(AddressSpace.LATCHES_END);
            assertThat(LatchTable.offset(pointer) % Long.BYTES).isZero();
        }
    }

    @Test
    void shouldBeTheSameForAllGenerationsAndServers() {
        for (int generation = 0; generation < PagePointer.GENERATIONS; generation += 41) {
            assertThat(LatchTable.address(pointer(512, 3, generation)))
                    .isEqualTo(LatchTable.address(pointer(512, 3, 1)));
        }
        long elsewhere = PagePointer.of(Address.of(0xFF01, AddressSpace.FIRST_CHUNK), 1);
        assertThat(LatchTable.number(elsewhere)).isEqualTo(LatchTable.number(pointer(512, 0, 1)));
    }

    private static long pointer(int pageSize, int number, int generation) {
        long offset = AddressSpace.FIRST_CHUNK + (long) pageSize * number;
        return PagePointer.of(Address.of(REGION, offset), generation);
    }
}
