package dev.mangrove.index.access;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.RemoteLatches;

/** A latch in the first word of the region. */
final class OneLatch implements RemoteLatches {
    private static final long LATCH = OnePage.address(0);
    private final LatchOwner owner = new LatchOwner(1);

    @Override
    public long latchOf(long pointer) {
        return LATCH;
    }

    @Override
    public long nextWord() {
        return owner.next();
    }

    @Override
    public int swap(Batch batch, long pointer, long expected, long mine) {
        return batch.compareAndSwap(LATCH, expected, mine);
    }

    @Override
    public long found(Batch batch, int swap, long pointer) {
        return batch.result(swap);
    }

    @Override
    public void free(Batch batch, long pointer) {
        batch.writeLong(LATCH, LatchOwner.FREE);
    }

    @Override
    public boolean isGone(long word, boolean keepOut) {
        return false;
    }
}
