package dev.mangrove.server.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.server.memory.GrantTable.SliceRun;

import org.junit.jupiter.api.Test;

final class GrantTableTest {
    private static final int CHUNK = GrantTable.CHUNK;
    private static final Owner CLIENT = Owner.client(1);
    private static final Owner OTHER = Owner.client(2);
    private static final Owner INDEX = Owner.index(1);

    private final GrantTable table = new GrantTable(4);

    @Test
    void shouldGiveTheLowestFreeChunk() {
        assertThat(table.take(CLIENT, CHUNK)).isZero();
        assertThat(table.take(OTHER, CHUNK)).isEqualTo(CHUNK);
        assertThat(table.leave(SliceRun.chunk(0), CLIENT)).isTrue();
        table.free(SliceRun.chunk(0));
        assertThat(table.take(OTHER, CHUNK)).isZero();
    }

    @Test
    void shouldSayWhenAllAreTaken() {
        for (int i = 0; i < 4; i++) {
            table.take(CLIENT, CHUNK);
        }
        assertThat(table.take(CLIENT, CHUNK)).isEqualTo(GrantTable.NONE);
        assertThat(table.take(CLIENT, 1)).isEqualTo(GrantTable.NONE);
        assertThat(table.taken()).isEqualTo(4 * CHUNK);
    }

    @Test
    void shouldKeepSmallExtentsTogetherAndWholeChunksFree() {
        assertThat(table.take(INDEX, 1)).isZero();
        assertThat(table.take(CLIENT, CHUNK)).isEqualTo(CHUNK);
        assertThat(table.take(OTHER, 1)).isEqualTo(1);
        assertThat(table.take(INDEX, 4)).isEqualTo(4);
        assertThat(table.take(OTHER, 2)).isEqualTo(2);
        assertThat(table.take(CLIENT, CHUNK)).isEqualTo(2 * CHUNK);
    }

    @Test
    void shouldStartEachExtentAtAMultipleOfItsLength() {
        table.take(INDEX, 1);
        for (int slices = 2; slices <= CHUNK; slices *= 2) {
            assertThat(table.take(INDEX, slices) % slices).as("slices=%d", slices).isZero();
        }
    }

    @Test
    void shouldNotGiveAChunkThatIsLeavingToOthers() {
        table.take(CLIENT, CHUNK);
        table.leave(SliceRun.chunk(0), CLIENT);
        assertThat(table.take(OTHER, CHUNK)).isEqualTo(CHUNK);
        assertThat(table.taken()).isEqualTo(2 * CHUNK);
    }

    @Test
    void shouldTakeAnExtentFromItsOwnerOnlyAndOnce() {
        table.take(CLIENT, CHUNK);
        assertThat(table.leave(SliceRun.chunk(0), OTHER)).isFalse();
        assertThat(table.leave(SliceRun.chunk(0), INDEX)).isFalse();
        assertThat(table.leave(SliceRun.chunk(1), CLIENT)).isFalse();
        assertThat(table.leave(SliceRun.chunk(-1), CLIENT)).isFalse();
        assertThat(table.leave(SliceRun.chunk(4), CLIENT)).isFalse();
        assertThat(table.leave(SliceRun.chunk(0), CLIENT)).isTrue();
        assertThat(table.leave(SliceRun.chunk(0), CLIENT)).isFalse();
    }

    @Test
    void shouldNotTakeAChunkOfWhichAnotherHasASlice() {
        table.take(INDEX, 1);
        table.take(OTHER, 1);
        assertThat(table.leave(SliceRun.chunk(0), INDEX)).isFalse();
        assertThat(table.owner(0)).isEqualTo(INDEX);
    }

    @Test
    void shouldTakeAllFromOneOwnerAndNothingFromOthers() {
        table.take(CLIENT, CHUNK);
        table.take(INDEX, CHUNK);
        table.take(CLIENT, 2);
        table.take(INDEX, 2);
        table.take(CLIENT, 4);
        assertThat(table.leaveAll(CLIENT))
                .containsExactly(
                        SliceRun.chunk(0),
                        new SliceRun(2 * CHUNK, 2),
                        new SliceRun(2 * CHUNK + 4, 4));
        assertThat(table.leaveAll(CLIENT)).isEmpty();
        assertThat(table.isGranted(CHUNK, 2 * CHUNK - 1, INDEX)).isTrue();
        assertThat(table.isGranted(2 * CHUNK + 2, 2 * CHUNK + 3, INDEX)).isTrue();
        assertThat(table.indexes()).containsExactly(1L);
    }

    @Test
    void shouldRefuseToFreeWhatIsOwnedOrFree() {
        table.take(CLIENT, CHUNK);
        assertThatThrownBy(() -> table.free(SliceRun.chunk(0))).hasMessageContaining("slice=0");
        assertThatThrownBy(() -> table.free(SliceRun.chunk(1)))
                .hasMessageContaining("slice=" + CHUNK);
    }
}
