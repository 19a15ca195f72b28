package dev.mangrove.server.request;

import dev.mangrove.fabric.Region;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.ChipLatch;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.BitSet;

/**
 * The short numbers by which sessions hold latches on the network card. A number is reused only
 * when its session is gone and no latch holds it: until then a waiter for such a latch can learn
 * from the server that the holder is gone.
 */
public final class LatchHolders {
    private static final ValueLayout.OfShort LATCH =
            ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Region latches;
    private final Peers peers;
    private final int[] sessions = new int[ChipLatch.HOLDERS + 1];
    private int given;
    private int last;

    public LatchHolders(Region latches, Peers peers) {
        this.latches = latches;
        this.peers = peers;
    }

    /** The number of a session, which it keeps. */
    public synchronized int of(int session) {
        for (int holder = 1; holder <= given; holder++) {
            if (sessions[holder] == session) {
                return holder;
            }
        }
        last = given < ChipLatch.HOLDERS ? ++given : nextFree();
        sessions[last] = session;
        return last;
    }

    /** The session that has a number; 0 if none has. */
    public synchronized int owner(long holder) {
        return holder >= 1 && holder <= given ? sessions[(int) holder] : 0;
    }

    /** The next number after the last one that can be reused. */
    private int nextFree() {
        BitSet free = new BitSet();
        for (int holder = 1; holder <= ChipLatch.HOLDERS; holder++) {
            free.set(holder, peers.isGone(sessions[holder], false));
        }
        if (!free.isEmpty()) {
            // Read after the sessions: a session that is gone acquires no more latches.
            free.andNot(holding());
        }
        int next = free.nextSetBit(last + 1);
        int found = next < 0 ? free.nextSetBit(1) : next;
        if (found < 0) {
            throw new RefusedException(
                    Status.OUT_OF_MEMORY,
                    "no more than " + ChipLatch.HOLDERS + " sessions can hold latches on the card");
        }
        return found;
    }

    /** The numbers that latches hold. */
    private BitSet holding() {
        BitSet holding = new BitSet();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(ChipLatch.TABLE_BYTES, Long.BYTES);
            latches.copyOut(0, copy);
            for (int number = 0; number < AddressSpace.LATCHES; number++) {
                long word = Short.toUnsignedLong(copy.get(LATCH, ChipLatch.offset(number)));
                if (word != 0) {
                    holding.set(ChipLatch.holder(word));
                }
            }
        }
        return holding;
    }
}
