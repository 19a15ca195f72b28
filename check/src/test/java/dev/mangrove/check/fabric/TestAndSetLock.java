package dev.mangrove.check.fabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.fabric.Batch;

import java.lang.foreign.MemorySegment;

/** Broken on purpose: it looks whether the lock is free and then takes it, in two verbs. */
final class TestAndSetLock implements RemoteLock {
    @Override
    public boolean tryAcquire(Batch batch, long address, long owner) {
        MemorySegment local = batch.channel().endpoint().allocate(Long.BYTES);
        batch.clear().read(address, local, 0, Long.BYTES);
        batch.execute();
        if (local.get(JAVA_LONG_UNALIGNED, 0) != 0) {
            return false;
        }
        batch.clear().writeLong(address, owner);
        batch.execute();
        return true;
    }
}
