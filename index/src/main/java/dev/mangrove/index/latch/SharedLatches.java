package dev.mangrove.index.latch;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/** Latches in the memory of a server that this process has mapped. */
public final class SharedLatches implements Latches {
    private final MemorySegment memory;
    private final LatchOwner owner;
    private final LatchWait wait;

    /** Creates latches at the start of a region. */
    public SharedLatches(MemorySegment memory, LatchOwner owner, LatchWait wait) {
        this.memory = memory;
        this.owner = owner;
        this.wait = wait;
    }

    @Override
    public long acquire(long pointer, long handed) {
        long mine = owner.next();
        long found = swap(pointer, handed, mine);
        if (found == handed) {
            return mine;
        }
        wait.begin();
        for (long expected = handed; found != expected; ) {
            expected = wait.isLeft(pointer, found) ? found : LatchOwner.FREE;
            found = swap(pointer, expected, mine);
        }
        return mine;
    }

    @Override
    public long fetch(long pointer) {
        return SharedWords.fetch(memory, LatchTable.offset(pointer));
    }

    @Override
    public long tryAcquire(long pointer) {
        long mine = owner.next();
        return swap(pointer, LatchOwner.FREE, mine) == LatchOwner.FREE ? mine : LatchOwner.FREE;
    }

    @Override
    public void release(long pointer) {
        SharedWords.release(memory, LatchTable.offset(pointer), LatchOwner.FREE);
    }

    @Override
    public void release(long pointer, long word) {
        if (word != LatchOwner.FREE) {
            swap(pointer, word, LatchOwner.FREE);
        }
    }

    private long swap(long pointer, long expected, long mine) {
        return SharedWords.swap(memory, LatchTable.offset(pointer), expected, mine);
    }
}
