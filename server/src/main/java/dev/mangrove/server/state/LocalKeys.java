package dev.mangrove.server.state;

import dev.mangrove.index.bytes.spread.SpreadExtent;
import dev.mangrove.index.bytes.spread.SpreadPointer;
import dev.mangrove.index.page.strings.KeyArena;
import dev.mangrove.index.page.strings.LongKeys;

import java.lang.foreign.MemorySegment;

/** The long keys of this server's pages, which lie in its own memory. Used by one thread. */
final class LocalKeys implements LongKeys {
    private final int server;
    private final MemorySegment region;
    private final RequestMemory memory;

    LocalKeys(int server, MemorySegment region, RequestMemory memory) {
        this.server = server;
        this.region = region;
        this.memory = memory;
    }

    @Override
    public int read(long pointer, byte[] into, int at) {
        boolean possible =
                SpreadPointer.server(pointer) == server
                        && SpreadPointer.isPossible(pointer)
                        && SpreadPointer.offset(pointer)
                                <= region.byteSize() - SpreadPointer.bytes(pointer);
        return possible
                ? SpreadExtent.read(
                        region, SpreadPointer.offset(pointer), pointer, into, at, KeyArena.LONGEST)
                : GONE;
    }

    @Override
    public long write(byte[] from, int at, int length) {
        long pointer = memory.take(SpreadExtent.bytes(length));
        SpreadExtent.write(region, SpreadPointer.offset(pointer), pointer, from, at, length);
        return pointer;
    }

    @Override
    public void free(long pointer) {
        memory.free(pointer);
    }
}
