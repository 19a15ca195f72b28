package dev.mangrove.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.memory.Memory;

import org.junit.jupiter.api.Test;

import java.net.URI;

final class ServerOptionsTest {
    private static final long MOST = PagePointer.REACH - AddressSpace.FIRST_CHUNK;

    private final ServerOptions options = ServerOptions.at(URI.create("shm:options"));

    @Test
    void shouldRefuseMoreMemoryThanPagePointersReach() {
        assertThatThrownBy(() -> options.withMemoryLimit(MOST + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("256 GiB")
                .hasMessageContaining("memoryLimit=" + (MOST + 1));
    }

    @Test
    void shouldReachTheLastPageOfTheLargestServer() {
        assertThat(options.withMemoryLimit(MOST).memoryLimit()).isEqualTo(MOST);
        int chunks = Math.toIntExact(MOST / AddressSpace.CHUNK_BYTES);
        long last = Address.of(AddressSpace.regionId(255, 1), Memory.regionBytes(chunks) - 64);
        long pointer = PagePointer.of(last, PagePointer.GENERATIONS - 1);
        assertThat(PagePointer.address(pointer)).isEqualTo(last);
    }
}
