package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Address;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.Set;

final class PagePointerTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 0x7FFF, 0xFFFF})
    void shouldGiveBackWhatItWasMadeOf(int generation) {
        for (long line : new long[] {64, 1L << 23, PagePointer.REACH - 64}) {
            for (int region : new int[] {1, 0x101, 0xFF01, 0xFFFF}) {
                long address = Address.of(region, line);
                long pointer = PagePointer.of(address, generation);
                assertThat(PagePointer.address(pointer)).isEqualTo(address);
                assertThat(PagePointer.generation(pointer)).isEqualTo(generation);
                assertThat(PagePointer.offset(pointer)).isEqualTo(line);
            }
        }
    }

    @Test
    void shouldTellAllGenerationsApart() {
        Set<Long> pointers = new HashSet<>();
        int generation = 1;
        for (int i = 1; i < PagePointer.GENERATIONS; i++) {
            pointers.add(PagePointer.of(Address.of(1, 4096), generation));
            generation = PagePointer.nextGeneration(generation);
        }
        assertThat(pointers).hasSize(PagePointer.GENERATIONS - 1);
        assertThat(generation).isEqualTo(1);
    }

    @Test
    void shouldNeverComeBackToTheGenerationOfUnusedMemory() {
        assertThat(PagePointer.nextGeneration(0)).isEqualTo(1);
        assertThat(PagePointer.nextGeneration(PagePointer.GENERATIONS - 1)).isEqualTo(1);
    }

    @Test
    void shouldRefuseAddressesItCannotReach() {
        assertThatThrownBy(() -> PagePointer.of(Address.of(1, PagePointer.REACH), 1))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> PagePointer.of(Address.of(1, 32), 1))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldReadWell() {
        assertThat(PagePointer.toString(PagePointer.NULL)).isEqualTo("null");
        assertThat(PagePointer.toString(PagePointer.of(Address.of(1, 4096), 12)))
                .contains("generation 12");
    }
}
