package dev.mangrove.index.latch;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.Session;

/** Latches of a word each, at any {@link LatchPlace}, acquired by compare-and-swap. */
public final class WordLatches implements RemoteLatches {
    private final Session session;
    private final int server;
    private final LatchOwner owner;
    private final LatchPlace place;

    /** Creates a session's access to the latches of a server. */
    public WordLatches(Session session, int server, LatchOwner owner, LatchPlace place) {
        this.session = session;
        this.server = server;
        this.owner = owner;
        this.place = place;
    }

    @Override
    public long latchOf(long pointer) {
        return place.latchOf(pointer);
    }

    @Override
    public long nextWord() {
        return owner.next();
    }

    @Override
    public int swap(Batch batch, long pointer, long expected, long mine) {
        return batch.compareAndSwap(place.latchOf(pointer), expected, mine);
    }

    @Override
    public long found(Batch batch, int swap, long pointer) {
        return batch.result(swap);
    }

    @Override
    public void free(Batch batch, long pointer) {
        batch.writeLong(place.latchOf(pointer), LatchOwner.FREE);
    }

    @Override
    public boolean isGone(long word, boolean keepOut) {
        return session.isGone(server, LatchOwner.of(word), keepOut);
    }
}
