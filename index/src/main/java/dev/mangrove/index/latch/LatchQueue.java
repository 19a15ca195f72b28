package dev.mangrove.index.latch;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Queues of the threads of one process for the latches of one server, in order of arrival. Only the
 * first thread of a queue tries to acquire the latch. When it is done, it hands the latch on to the
 * next thread instead of releasing it, but only a few times in a row, so that other processes get
 * the latch as well.
 *
 * <p>All pages whose addresses hash to the same number share a queue. As indexes keep latches at
 * different places, threads of one queue may want different latches. A thread hands a latch on only
 * to a thread that wants the same latch.
 */
public final class LatchQueue {
    /**
     * Handovers in a row. Chosen: bounds the wait of other processes, as Sherman does in section
     * 4.3.
     */
    private static final int MOST_IN_A_ROW = 4;

    /** A constant, so that no call is left where a full stack must not make one fail. */
    private static final boolean WATCHED = SharedWords.isWatched();

    private final AtomicReferenceArray<@Nullable LatchQueueNode> last =
            new AtomicReferenceArray<>(AddressSpace.LATCHES);

    /** Creates empty queues. */
    LatchQueue() {}

    /**
     * Enters the queue for the latch of a page and waits until this thread is first.
     *
     * @param latch address of the latch
     */
    public void enter(long pointer, long latch, LatchQueueNode turn) {
        turn.begin(latch);
        SharedWords.beforeHeapAccess();
        LatchQueueNode before = last.getAndSet(LatchTable.number(pointer), turn);
        turn.inLine = true;
        if (before != null) {
            if (WATCHED) {
                SharedWords.beforeHeapAccess(); // The thread ahead may look for this one already.
            }
            before.next = turn;
            turn.awaitTurn();
        }
    }

    /** Enters the queue if it is empty; whether it did. */
    public boolean tryEnter(long pointer, long latch, LatchQueueNode turn) {
        turn.begin(latch);
        SharedWords.beforeHeapAccess();
        boolean first = last.compareAndSet(LatchTable.number(pointer), null, turn);
        turn.inLine = first;
        return first;
    }

    /** Whether the first thread should hand its latch on to the next. */
    public boolean mayHandOn(LatchQueueNode turn) {
        LatchQueueNode behind = turn.next();
        return behind != null && behind.latch() == turn.latch() && turn.inARow() < MOST_IN_A_ROW;
    }

    /**
     * Leaves the queue, if the thread is still in it.
     *
     * @param word the word that still holds the latch, to be handed on; FREE if it was released
     */
    public void leave(long pointer, LatchQueueNode turn, long word) {
        if (!turn.inLine) {
            return;
        }
        assert word == LatchOwner.FREE || mayHandOn(turn) : "handed on to another latch";
        LatchQueueNode behind = turn.next();
        if (behind == null) {
            SharedWords.beforeHeapAccess();
            if (last.compareAndSet(LatchTable.number(pointer), turn, null)) {
                turn.inLine = false;
                return;
            }
            behind = turn.awaitNext();
        }
        if (word != LatchOwner.FREE) {
            RareBranch.LATCH_HANDED_ON.taken();
        }
        behind.grant(word, word == LatchOwner.FREE ? 0 : turn.inARow() + 1);
        turn.inLine = false;
    }
}
