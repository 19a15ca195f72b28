package dev.mangrove.index.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

final class IndexSpecTest {
    private static final IndexSpec SPEC =
            IndexSpec.of("ships.2026", IndexKind.SPATIAL, "hilbert")
                    .withPageSize(4096)
                    .withOption("fanout", "30")
                    .withOption("a", "");

    @Test
    void shouldTravelInAMessage() {
        IndexDescriptor descriptor = new IndexDescriptor(7, 1L << 48 | 64, 3, SPEC);
        WireWriter out = new WireWriter();
        descriptor.write(out);
        byte[] bytes = out.toBytes();
        WireReader in = new WireReader(MemorySegment.ofArray(bytes), 0, bytes.length);
        assertThat(IndexDescriptor.read(in)).isEqualTo(descriptor);
        in.end();
    }

    @Test
    void shouldRejectNamesThatAreNone() {
        for (String name :
                List.of("", " ", "a b", "-a", ".a", "a/b", "ä", "a\n", "x".repeat(65), "a\0")) {
            assertThatThrownBy(() -> IndexSpec.of(name, IndexKind.ORDERED, "fine"))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("name=");
        }
        assertThat(IndexSpec.of("x".repeat(64), IndexKind.ORDERED, "fine").name()).hasSize(64);
    }

    @Test
    void shouldRejectPageSizesThatAreNoWholeLinesOrOutOfRange() {
        for (int size : new int[] {0, -64, 448, 513, 1000, 8256, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> SPEC.withPageSize(size))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("pageSize=" + size);
        }
    }

    @Test
    void shouldRejectOptionsThatAreTooLong() {
        assertThatThrownBy(() -> SPEC.withOption("long", "x".repeat(2049)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytes=");
    }

    @Test
    void shouldRejectDesignsThatAreNoNames() {
        assertThatThrownBy(() -> IndexSpec.of("a", IndexKind.ORDERED, "Fine!"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("design=");
    }

    @Test
    void shouldClearARetiredRootSlotAndCountItsGeneration() {
        MemorySegment memory = Arena.ofAuto().allocate(192, 64);
        memory.fill((byte) -1);
        RootSlot.retire(memory, 64);
        assertThat(RootSlot.root(memory, 64)).isZero();
        assertThat(RootSlot.generation(memory, 64)).isZero();
        RootSlot.retire(memory, 64);
        assertThat(RootSlot.generation(memory, 64)).isEqualTo(1);
        assertThat(memory.get(ValueLayout.JAVA_LONG, 56)).isEqualTo(-1);
        assertThat(memory.get(ValueLayout.JAVA_LONG, 128)).isEqualTo(-1);
    }
}
