package dev.mangrove.check.fabric;

import dev.mangrove.fabric.Batch;

/**
 * Broken on purpose: a client that finds the lock taken for the hundredth time takes it over from a
 * live owner.
 */
final class EarlyReleaseLock implements RemoteLock {
    private static final int PATIENCE = 100;

    private int refused;

    @Override
    public boolean tryAcquire(Batch batch, long address, long owner) {
        batch.clear().compareAndSwap(address, 0, owner);
        batch.execute();
        long found = batch.result(0);
        if (found == 0) {
            return true;
        }
        if (++refused % PATIENCE != 0) {
            return false;
        }
        batch.clear().compareAndSwap(address, found, owner);
        batch.execute();
        return batch.result(0) == found;
    }
}
