package dev.mangrove.index.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CardTableTest {
    private static final int KIB = 1024;

    @ParameterizedTest
    @CsvSource({"0, 0", "31, 0", "32, 32", "100, 64", "128, 128", "256, 256", "4096, 256"})
    void shouldHaveAsManyWordsAsThereIsRoomForUpToAMost(int memory, int table) {
        assertThat(CardTable.WORDS.bytesIn(memory * (long) KIB)).isEqualTo(table * (long) KIB);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "255, 0", "256, 256", "4096, 256"})
    void shouldHaveAllLatchesOf16BitsOrNone(int memory, int table) {
        assertThat(CardTable.SHORTS.bytesIn(memory * (long) KIB)).isEqualTo(table * (long) KIB);
    }

    @ParameterizedTest
    @CsvSource({"true, 256, SHORTS", "true, 128, WORDS", "false, 256, WORDS", "false, 0, WORDS"})
    void shouldBeWordsWhereNoPartsOfThemCanBeSwapped(boolean masked, int memory, CardTable best) {
        assertThat(CardTable.bestFor(card(masked, memory * (long) KIB))).isEqualTo(best);
    }

    @Test
    void shouldBeKnownByTheNumberOfItsRegion() {
        assertThat(CardTable.of(region(AddressSpace.SHORT_LATCH_REGION, 256 * KIB)))
                .isEqualTo(CardTable.SHORTS);
        assertThat(CardTable.of(region(AddressSpace.WORD_LATCH_REGION, 256 * KIB)))
                .isEqualTo(CardTable.WORDS);
        assertThat(CardTable.of(region(AddressSpace.WORD_LATCH_REGION, 32 * KIB)))
                .isEqualTo(CardTable.WORDS);
    }

    @ParameterizedTest
    @CsvSource({"1, 262144", "2, 32768", "3, 40000", "3, 524288", "4, 262144"})
    void shouldNotTakeAnythingElseForATable(int number, int bytes) {
        assertThatThrownBy(() -> CardTable.of(region(number, bytes)))
                .isInstanceOf(FabricException.class)
                .hasMessageContaining("no table of latches");
    }

    private static RegionHandle region(int number, long bytes) {
        return new RegionHandle(AddressSpace.regionId(9, number), 1, bytes, Placement.DEVICE);
    }

    private static Capabilities card(boolean masked, long memory) {
        return new Capabilities(64, true, false, masked, memory, false, 4096, 4096, 64);
    }
}
