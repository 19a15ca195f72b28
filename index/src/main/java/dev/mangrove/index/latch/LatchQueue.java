package dev.mangrove.index.latch;

import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Where the threads of one process line up for the latches of one server, first come, first served.
 * Only the first in line tries to take the latch. When it is done it hands the latch on instead of
 * giving it back, but not more than a few times in a row, so that other processes get it, too.
 *
 * <p>There is one line for all pages of a number. Indexes keep latches at different places, and
 * where they are in pages each page has one of its own, so those in one line may want different
 * latches: a latch is handed on only to who wants the same one.
 */
public final class LatchQueue {
    private static final int MOST_IN_A_ROW = 4;

    private final AtomicReferenceArray<@Nullable LatchTurn> last =
            new AtomicReferenceArray<>(AddressSpace.LATCHES);

    /** Nobody in line. */
    LatchQueue() {}

    /**
     * Lines up for the latch of a page and waits until it is this one's turn.
     *
     * @param latch address of the latch
     */
    public void enter(long pointer, long latch, LatchTurn turn) {
        turn.begin(latch);
        LatchTurn before = last.getAndSet(LatchTable.number(pointer), turn);
        turn.inLine = true;
        if (before != null) {
            before.next = turn;
            turn.awaitTurn();
        }
    }

    /** Takes the first place, if there is nobody in line. */
    public boolean tryEnter(long pointer, long latch, LatchTurn turn) {
        turn.begin(latch);
        boolean first = last.compareAndSet(LatchTable.number(pointer), null, turn);
        turn.inLine = first;
        return first;
    }

    /** Whether the first in line should hand its latch on to the next. */
    public boolean mayHandOn(LatchTurn turn) {
        LatchTurn behind = turn.next();
        return behind != null && behind.latch() == turn.latch() && turn.inARow() < MOST_IN_A_ROW;
    }

    /**
     * Ends a turn, if it has not ended.
     *
     * @param word by which the latch is still held, to be handed on; free if it was given back
     */
    public void leave(long pointer, LatchTurn turn, long word) {
        if (!turn.inLine) {
            return;
        }
        LatchTurn behind = turn.next();
        if (behind == null) {
            if (last.compareAndSet(LatchTable.number(pointer), turn, null)) {
                turn.inLine = false;
                return;
            }
            behind = turn.awaitNext();
        }
        behind.grant(word, word == LatchOwner.FREE ? 0 : turn.inARow() + 1);
        turn.inLine = false;
    }
}
