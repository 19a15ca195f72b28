package dev.mangrove.index.latch;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.Session;

/** Latches in a server's main memory: a word of 64 bits each. */
public final class MemoryLatches implements RemoteLatches {
    private final Session session;
    private final int server;
    private final LatchOwner owner;

    /** The latches of a server as a session reaches them. */
    public MemoryLatches(Session session, int server, LatchOwner owner) {
        this.session = session;
        this.server = server;
        this.owner = owner;
    }

    @Override
    public long nextWord() {
        return owner.next();
    }

    @Override
    public int swap(Batch batch, long pointer, long expected, long mine) {
        return batch.compareAndSwap(LatchTable.address(pointer), expected, mine);
    }

    @Override
    public long found(Batch batch, int swap, long pointer) {
        return batch.result(swap);
    }

    @Override
    public void free(Batch batch, long pointer) {
        batch.writeLong(LatchTable.address(pointer), LatchOwner.FREE);
    }

    @Override
    public boolean isGone(long word, boolean keepOut) {
        return session.isGone(server, LatchOwner.of(word), keepOut);
    }
}
