package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.Hashing;
import dev.mangrove.index.session.Pool;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Queues of the threads of one process that want the same key. A put starts a queue and works for
 * itself. Threads that arrive meanwhile wait; then the first of them works for all of them, see
 * {@link DelegatingPartition}. A get starts no queue, as gets can run in parallel. An operation
 * whose place in the table is taken by another key does not queue.
 */
public final class DelegationTable {
    /** Chosen: 64 KiB of references; few of the hot keys collide. */
    private static final int PLACES = 1 << 14;

    private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(PLACES);

    private final AtomicReferenceArray<@Nullable DelegatedOperation> last =
            new AtomicReferenceArray<>(PLACES);

    /** Creates empty queues. */
    DelegationTable() {}

    /** The table of a client, which all its threads share. */
    public static DelegationTable of(Pool pool) {
        return pool.shared(DelegationTable.class, DelegationTable::new);
    }

    /**
     * Enters the queue, and waits until the operation is done or leads.
     *
     * @return false if the queue is for another key, or empty and the operation is a get; the
     *     operation is then not queued
     */
    boolean enter(DelegatedOperation operation) {
        int place = place(operation);
        // Lock-free: each repetition means that another thread has entered or left the queue.
        while (true) {
            SharedWords.beforeHeapAccess();
            DelegatedOperation before = last.get(place);
            boolean joins = before == null ? operation.puts() : before.isFor(operation);
            if (!joins) {
                return false;
            }
            SharedWords.beforeHeapAccess();
            if (last.compareAndSet(place, before, operation)) {
                if (before == null) {
                    operation.lead();
                } else {
                    operation.follow(before);
                }
                return true;
            }
        }
    }

    /** The node behind the last that was served; null if there is none, and the queue is empty. */
    @Nullable DelegatedOperation behind(DelegatedOperation served) {
        SharedWords.beforeHeapAccess();
        DelegatedOperation behind = served.next();
        if (behind != null) {
            return behind;
        }
        SharedWords.beforeHeapAccess();
        return last.compareAndSet(place(served), served, null) ? null : served.awaitNext();
    }

    private static int place(DelegatedOperation operation) {
        return (int)
                (((operation.key() ^ (operation.tree() << 32)) * Hashing.MULTIPLIER) >>> SHIFT);
    }
}
