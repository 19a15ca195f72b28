package dev.mangrove.index.latch;

import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Where the threads of one process line up for the latches of one server, first come, first served.
 * Only the first in line tries to take the latch. When it is done it hands the latch on instead of
 * giving it back, but not more than a few times in a row, so that other processes get it, too.
 */
public final class LatchQueue {
    private static final int MOST_IN_A_ROW = 4;

    private final AtomicReferenceArray<@Nullable LatchTurn> last =
            new AtomicReferenceArray<>(AddressSpace.LATCHES);

    /** Nobody in line. */
    LatchQueue() {}

    /** Lines up for the latch of a page and waits until it is this one's turn. */
    public void enter(long pointer, LatchTurn turn) {
        turn.begin();
        LatchTurn before = last.getAndSet(LatchTable.number(pointer), turn);
        if (before != null) {
            turn.follow(before);
        }
    }

    /** Takes the first place, if there is nobody in line. */
    public boolean tryEnter(long pointer, LatchTurn turn) {
        turn.begin();
        return last.compareAndSet(LatchTable.number(pointer), null, turn);
    }

    /** Whether the first in line should hand the latch on. */
    public boolean mayHandOn(long pointer, LatchTurn turn) {
        return turn.inARow() < MOST_IN_A_ROW && !isLast(pointer, turn);
    }

    /**
     * Ends a turn.
     *
     * @param word by which the latch is still held, to be handed on; free if it was given back
     */
    public void leave(long pointer, LatchTurn turn, long word) {
        LatchTurn behind = turn.next();
        if (behind == null) {
            if (last.compareAndSet(LatchTable.number(pointer), turn, null)) {
                return;
            }
            behind = turn.awaitNext();
        }
        behind.grant(word, word == LatchOwner.FREE ? 0 : turn.inARow() + 1);
    }

    @SuppressWarnings("ReferenceEquality") // Turns are places, not values.
    private boolean isLast(long pointer, LatchTurn turn) {
        return last.get(LatchTable.number(pointer)) == turn;
    }
}
