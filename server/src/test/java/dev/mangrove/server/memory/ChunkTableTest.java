package dev.mangrove.server.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.server.memory.ChunkTable.Owner;

import org.junit.jupiter.api.Test;

final class ChunkTableTest {
    private static final Owner CLIENT = Owner.client(1);
    private static final Owner OTHER = Owner.client(2);
    private static final Owner INDEX = Owner.index(1);

    private final ChunkTable table = new ChunkTable(4);

    @Test
    void shouldGiveTheLowestFreeChunk() {
        assertThat(table.take(CLIENT)).isZero();
        assertThat(table.take(OTHER)).isEqualTo(1);
        assertThat(table.leave(0, CLIENT)).isTrue();
        table.free(0);
        assertThat(table.take(OTHER)).isZero();
    }

    @Test
    void shouldSayWhenAllAreTaken() {
        for (int i = 0; i < 4; i++) {
            table.take(CLIENT);
        }
        assertThat(table.take(CLIENT)).isEqualTo(ChunkTable.NONE);
        assertThat(table.taken()).isEqualTo(4);
    }

    @Test
    void shouldNotGiveAChunkThatIsLeavingToOthers() {
        table.take(CLIENT);
        table.leave(0, CLIENT);
        assertThat(table.take(OTHER)).isEqualTo(1);
        assertThat(table.taken()).isEqualTo(2);
    }

    @Test
    void shouldTakeAChunkFromItsOwnerOnlyAndOnce() {
        table.take(CLIENT);
        assertThat(table.leave(0, OTHER)).isFalse();
        assertThat(table.leave(0, INDEX)).isFalse();
        assertThat(table.leave(1, CLIENT)).isFalse();
        assertThat(table.leave(-1, CLIENT)).isFalse();
        assertThat(table.leave(4, CLIENT)).isFalse();
        assertThat(table.leave(0, CLIENT)).isTrue();
        assertThat(table.leave(0, CLIENT)).isFalse();
    }

    @Test
    void shouldTakeAllChunksFromOneOwnerAndNoneFromOthers() {
        table.take(CLIENT);
        table.take(INDEX);
        table.take(CLIENT);
        assertThat(table.leaveAll(CLIENT)).containsExactly(0, 2);
        assertThat(table.leaveAll(CLIENT)).isEmpty();
        assertThat(table.owner(1)).isEqualTo(INDEX);
    }

    @Test
    void shouldRefuseToFreeWhatIsOwnedOrFree() {
        table.take(CLIENT);
        assertThatThrownBy(() -> table.free(0)).hasMessageContaining("chunk=0");
        assertThatThrownBy(() -> table.free(1)).hasMessageContaining("chunk=1");
    }
}
