package dev.mangrove.index.latch;

import dev.mangrove.fabric.Batch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.Session;

/**
 * Latches in a server's main memory: a word of 64 bits each, in a table, or at the end of the page
 * that it is for. There it is left alone when the page is used again.
 */
public final class MemoryLatches implements RemoteLatches {
    private final Session session;
    private final int server;
    private final LatchOwner owner;
    private final int inPage;

    /**
     * The latches of a server as a session reaches them.
     *
     * @param inPage where a latch is in its page; 0 if all are in a table
     */
    public MemoryLatches(Session session, int server, LatchOwner owner, int inPage) {
        this.session = session;
        this.server = server;
        this.owner = owner;
        this.inPage = inPage;
    }

    @Override
    public long nextWord() {
        return owner.next();
    }

    @Override
    public int swap(Batch batch, long pointer, long expected, long mine) {
        return batch.compareAndSwap(address(pointer), expected, mine);
    }

    @Override
    public long found(Batch batch, int swap, long pointer) {
        return batch.result(swap);
    }

    @Override
    public void free(Batch batch, long pointer) {
        batch.writeLong(address(pointer), LatchOwner.FREE);
    }

    @Override
    public boolean isGone(long word, boolean keepOut) {
        return session.isGone(server, LatchOwner.of(word), keepOut);
    }

    private long address(long pointer) {
        return inPage == 0 ? LatchTable.address(pointer) : PagePointer.address(pointer) + inPage;
    }
}
