package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.server.ServerOptions;
import dev.mangrove.server.fixture.FakeRegion;
import dev.mangrove.server.memory.Memory;
import dev.mangrove.server.request.RefusedException;
import dev.mangrove.server.state.ServerContext;
import dev.mangrove.server.state.ServerState;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;

/** A member's record of dropped indexes. */
final class DroppedIdsTest {
    private final DroppedIds dropped = new DroppedIds();

    @Test
    void shouldAgreeWithASetWhateverTheOrderOfDrops() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Set<Long> model = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            long id = 1 + random.nextLong(200);
            dropped.add(id);
            model.add(id);
            assertThat(LongStream.rangeClosed(0, 202).filter(dropped::contains).boxed())
                    .as("seed %d", seed)
                    .hasSameElementsAs(model);
        }
    }

    @Test
    void shouldNeedNoMoreMemoryWhenIndexesComeAndGo() {
        for (long id = 3; id < 100_000; id++) { // Indexes 1 and 2 stay.
            dropped.add(id);
        }
        assertThat(dropped.ranges()).isEqualTo(1);
        dropped.addAll(new UsedIds(200_000, Set.of(1L, 2L, 200_000L)));
        assertThat(dropped.ranges()).isEqualTo(1);
        assertThat(dropped.contains(199_999)).isTrue();
        assertThat(dropped.contains(200_000)).isFalse();
    }

    @Test
    void shouldAddAllThatAreNotInUseAndForgetNone() {
        dropped.add(5);
        dropped.add(9);
        WireWriter out = new WireWriter();
        new UsedIds(7, Set.of(2L, 5L)).write(out);
        MemorySegment bytes = MemorySegment.ofArray(out.toBytes());
        dropped.addAll(UsedIds.read(new WireReader(bytes, 0, bytes.byteSize())));
        assertThat(LongStream.rangeClosed(1, 10).filter(dropped::contains))
                .containsExactly(1L, 3L, 4L, 5L, 6L, 7L, 9L);
    }

    @Test
    void shouldGrantNothingToAnIndexThatWasDroppedWhileTheMemberWasAway() {
        ServerState member = member();
        ServerContext context = new ServerContext(member);
        context.grantChunk(1);
        context.grantChunk(2);
        member.keepOnly(new UsedIds(3, Set.of(1L)));
        assertThat(member.memory().indexes()).containsExactly(1L);
        for (long index = 2; index <= 3; index++) {
            long gone = index;
            assertThatThrownBy(() -> context.grantChunk(gone))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("no index with id " + gone);
        }
        context.grantChunk(4);
        assertThat(member.memory().indexes()).containsExactlyInAnyOrder(1L, 4L);
    }

    private static ServerState member() {
        Identity second = new Identity(1, 7, "second", List.of(URI.create("shm:second")));
        Memory memory = new Memory(AddressSpace.REGISTRAR, new FakeRegion(), 8);
        ServerOptions options = ServerOptions.at(URI.create("shm:second"));
        return new ServerState(options, second, memory, null, List.of());
    }
}
