package dev.mangrove.index.latch;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Latches of pages that only a server's own threads change. They lie in the server's heap. */
public final class LocalLatches implements Latches {
    private static final int FREE = 0;
    private static final int HELD = 1;

    private final Host host;
    private final AtomicIntegerArray words = new AtomicIntegerArray(AddressSpace.LATCHES);

    /** Creates a table of free latches. */
    public LocalLatches(Host host) {
        this.host = host;
    }

    @Override
    public long acquire(long pointer, long handed) {
        return tryAcquire(pointer) == FREE ? await(pointer) : HELD;
    }

    /** Holders finish soon, as they wait for nothing. */
    private long await(long pointer) {
        WaitLimit wait = new WaitLimit(host);
        do {
            wait.pause(pointer, page -> "the latch of page " + PagePointer.toString(page));
        } while (tryAcquire(pointer) == FREE);
        return HELD;
    }

    @Override
    public long tryAcquire(long pointer) {
        return words.compareAndSet(LatchTable.number(pointer), FREE, HELD) ? HELD : FREE;
    }

    @Override
    public void release(long pointer) {
        assert words.getPlain(LatchTable.number(pointer)) == HELD : "the latch is free";
        SharedWords.beforeHeapRelease();
        words.setRelease(LatchTable.number(pointer), FREE);
    }

    /** All holders use the same word; a thread that has released the latch does not call this. */
    @Override
    public void release(long pointer, long word) {
        if (word != FREE) {
            release(pointer);
        }
    }
}
