package dev.mangrove.check.fabric;

import dev.mangrove.fabric.Batch;

/** A lock in one word of a server's memory: 0 when free, else its owner. */
public interface RemoteLock {
    /** A lock that is taken by one compare-and-swap. */
    RemoteLock BY_SWAP =
            new RemoteLock() {
                @Override
                public boolean tryAcquire(Batch batch, long address, long owner) {
                    batch.clear().compareAndSwap(address, 0, owner);
                    batch.execute();
                    return batch.result(0) == 0;
                }
            };

    /** Tries once to take the lock, with an empty batch. */
    boolean tryAcquire(Batch batch, long address, long owner);

    /** Adds the release of the lock to a batch. */
    default void addRelease(Batch batch, long address) {
        batch.writeLong(address, 0);
    }
}
