package dev.mangrove.contract.ordered.failure;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Finds pages by their contents, without knowledge of their layout, and overwrites them. */
final class PageFinder {
    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int PIECE = 1 << 18;

    private final Session session;
    private final int servers;
    private final long bytes;
    private final MemorySegment buffer;

    /** Creates a search through the first {@code bytes} bytes of each server's chunks. */
    PageFinder(Session session, int servers, long bytes) {
        this.session = session;
        this.servers = servers;
        this.bytes = bytes;
        buffer = session.allocate(PIECE);
    }

    /** Overwrites all pages that contain a word; returns their number. */
    int overwrite(long word, int pageSize, byte with) {
        int found = 0;
        for (int server = 0; server < servers; server++) {
            int region = AddressSpace.regionId(server, AddressSpace.CHUNK_REGION);
            long start = Address.of(region, AddressSpace.FIRST_CHUNK);
            Batch batch = session.channel(start).batch(1);
            for (long piece = start; piece < start + bytes; piece += PIECE) {
                batch.clear().read(piece, buffer, 0, PIECE);
                batch.execute();
                for (int page = 0; page < PIECE; page += pageSize) {
                    if (holds(page, pageSize, word)) {
                        buffer.asSlice(page, pageSize).fill(with);
                        batch.clear().write(piece + page, buffer, page, pageSize);
                        batch.execute();
                        found++;
                    }
                }
            }
        }
        return found;
    }

    private boolean holds(int page, int pageSize, long word) {
        for (int offset = page; offset < page + pageSize; offset += Long.BYTES) {
            if (buffer.get(WORD, offset) == word) {
                return true;
            }
        }
        return false;
    }
}
