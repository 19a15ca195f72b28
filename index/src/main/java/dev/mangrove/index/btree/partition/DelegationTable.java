package dev.mangrove.index.btree.partition;

import dev.mangrove.index.session.Pool;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Where the threads of one process line up that want the same key. One that puts starts a line and
 * works for itself. Who comes meanwhile waits; then the first of those works for all of them, see
 * {@link DelegatingPartition}. Gets start no line: they can go on side by side. Keys that share a
 * place do not wait for each other.
 */
public final class DelegationTable {
    private static final int PLACES = 1 << 14;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(PLACES);

    private final AtomicReferenceArray<@Nullable DelegatedOperation> last =
            new AtomicReferenceArray<>(PLACES);

    /** Nobody in line. */
    DelegationTable() {}

    /** Those of a client; all its threads share them. */
    public static DelegationTable of(Pool pool) {
        return pool.shared(DelegationTable.class, DelegationTable::new);
    }

    /**
     * Lines up, and waits until the operation is done or leads.
     *
     * @return false if others are there for another key, or nobody is and it is a get: then it is
     *     not in line
     */
    boolean enter(DelegatedOperation operation) {
        int place = place(operation);
        while (true) {
            DelegatedOperation before = last.get(place);
            boolean joins = before == null ? operation.puts() : before.isFor(operation);
            if (!joins) {
                return false;
            }
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

    /** The one behind the last that was served; null if there is nobody, and the line is empty. */
    @Nullable DelegatedOperation behind(DelegatedOperation served) {
        DelegatedOperation behind = served.next();
        if (behind != null) {
            return behind;
        }
        return last.compareAndSet(place(served), served, null) ? null : served.awaitNext();
    }

    private static int place(DelegatedOperation operation) {
        return (int) (((operation.key() ^ (operation.tree() << 32)) * MULTIPLIER) >>> SHIFT);
    }
}
