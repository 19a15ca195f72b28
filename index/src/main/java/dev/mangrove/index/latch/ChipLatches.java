package dev.mangrove.index.latch;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.ChipLatch;

import java.lang.foreign.MemorySegment;

/**
 * Latches in the memory of a server's network card, for fabrics with masked atomics: 16 bits each,
 * four to a word, of which a swap changes only its own. As 16 bits cannot hold a session's number,
 * the server gives each session a short one.
 */
public final class ChipLatches implements RemoteLatches {
    private final Session session;
    private final int server;
    private final RegionHandle region;
    private final int holder;
    private final MemorySegment zeroes;
    private int count;

    /** Creates a session's access to the latches in a region of a server. */
    public ChipLatches(Session session, int server, RegionHandle region) {
        this.session = session;
        this.server = server;
        this.region = region;
        this.holder = session.latchHolder(server);
        this.zeroes = session.allocate(Long.BYTES);
    }

    @Override
    public long latchOf(long pointer) {
        return region.address(ChipLatch.offset(LatchTable.number(pointer)));
    }

    @Override
    public long nextWord() {
        return ChipLatch.word(holder, ++count);
    }

    @Override
    public int swap(Batch batch, long pointer, long expected, long mine) {
        int number = LatchTable.number(pointer);
        int shift = ChipLatch.shift(number);
        long mask = ChipLatch.MASK << shift;
        return batch.maskedCompareAndSwap(
                region.address(ChipLatch.wordOffset(number)),
                expected << shift,
                mine << shift,
                mask,
                mask);
    }

    @Override
    public long found(Batch batch, int swap, long pointer) {
        return batch.result(swap) >>> ChipLatch.shift(LatchTable.number(pointer)) & ChipLatch.MASK;
    }

    @Override
    public void free(Batch batch, long pointer) {
        batch.write(latchOf(pointer), zeroes, 0, ChipLatch.BYTES);
    }

    @Override
    public boolean isGone(long word, boolean keepOut) {
        int owner = session.ownerOf(server, ChipLatch.holder(word));
        return owner == 0 || session.isGone(server, owner, keepOut);
    }
}
