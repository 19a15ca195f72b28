package dev.mangrove.server;

import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.ChipLatch;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The short numbers by which sessions hold latches on the network card. A number is given again
 * only when its session is gone and no latch has it any more: until then whoever waits for such a
 * latch can find out that its holder is gone.
 */
final class LatchHolders {
    private static final ValueLayout.OfShort LATCH =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment latches;
    private final Peers peers;
    private final int[] sessions = new int[ChipLatch.HOLDERS + 1];
    private int last;

    LatchHolders(MemorySegment latches, Peers peers) {
        this.latches = latches;
        this.peers = peers;
    }

    /** The number of a session, which it keeps. */
    synchronized int of(int session) {
        for (int holder = 1; holder <= ChipLatch.HOLDERS; holder++) {
            if (sessions[holder] == session) {
                return holder;
            }
        }
        for (int i = 0; i < ChipLatch.HOLDERS; i++) {
            last = last % ChipLatch.HOLDERS + 1;
            if (isFree(last)) {
                sessions[last] = session;
                return last;
            }
        }
        throw new RefusedException(
                Status.OUT_OF_MEMORY,
                "no more than " + ChipLatch.HOLDERS + " sessions can hold latches on the card");
    }

    /** The session that has a number; 0 if none has. */
    synchronized int owner(long holder) {
        return holder >= 1 && holder <= ChipLatch.HOLDERS ? sessions[(int) holder] : 0;
    }

    private boolean isFree(int holder) {
        int session = sessions[holder];
        return session == 0 || (peers.isGone(session, false) && !holdsAny(holder));
    }

    private boolean holdsAny(int holder) {
        for (int number = 0; number < AddressSpace.LATCHES; number++) {
            long word = Short.toUnsignedLong(latches.get(LATCH, ChipLatch.offset(number)));
            if (word != 0 && ChipLatch.holder(word) == holder) {
                return true;
            }
        }
        return false;
    }
}
