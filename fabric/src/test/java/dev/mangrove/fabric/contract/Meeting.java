package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Host;
import dev.mangrove.fabric.RegionHandle;

import java.lang.foreign.MemorySegment;

/**
 * A game for two clients, round after round. In a round each raises its own flag and looks at the
 * other's, in one batch. As requests take effect in the order posted, the player that raised last
 * must see the other's flag; when both see nothing, a READ has overtaken the WRITE before it.
 *
 * <pre>
 *   0        64       128      192      256
 *   +--------+--------+--------+--------+---
 *   | round  | round  | flag   | flag   | flags of the next round, and so on round the region
 *   | of 0   | of 1   | of 0   | of 1   |
 *   +--------+--------+--------+--------+---
 * </pre>
 *
 * A player comes to a round by writing its number, shifted by one, with a bit that says whether it
 * missed the other in the round before. At least one of the two sees that bit of the other.
 */
final class Meeting {
    private static final long LINE = 64;
    private static final int ROUND = 128;
    private static final long GONE = Long.MAX_VALUE;

    private final Host host;
    private final VerbClient client;
    private final RegionHandle region;
    private final int own;
    private final MemorySegment local;
    private final Batch look;
    private final Batch move;
    private boolean missed;
    private long bothMissed;

    /** For the target, region and number of the player in the arguments. */
    Meeting(PeerContext context) {
        host = context.host();
        client = context.connect();
        region = context.arguments().handle(1);
        own = (int) context.arguments().number(2);
        local = client.endpoint().allocate(ROUND);
        look = client.channel().batch(1);
        move = client.channel().batch(2);
    }

    /**
     * Plays until the time is over or the other has gone; returns in how many rounds both missed
     * each other.
     */
    long play(long nanos) {
        long deadline = host.nanoTime() + nanos;
        long round = 1;
        while (host.nanoTime() - deadline < 0 && meet(round)) {
            round++;
        }
        client.writeWord(progressOf(own), GONE);
        return bothMissed;
    }

    private boolean meet(long round) {
        long flags = region.address(ROUND + round * ROUND % (region.size() - ROUND));
        // Both flags in the cache of both makes it more likely that a READ overtakes.
        look.clear().read(flags, local, 0, ROUND);
        look.execute();
        long other = arrive(round);
        if (other == GONE) {
            return false;
        }
        bothMissed += missed && other == (round << 1 | 1) ? 1 : 0;
        move.clear().writeLong(flags + LINE * own, round);
        move.read(flags + LINE * (1 - own), local, 0, Long.BYTES);
        move.execute();
        missed = MemoryBytes.word(local, 0) < round;
        return true;
    }

    /** Comes to a round and waits for the other; returns what the other has written. */
    private long arrive(long round) {
        client.writeWord(progressOf(own), round << 1 | (missed ? 1 : 0));
        long deadline = host.nanoTime() + FabricContract.PATIENCE_NANOS;
        long other = client.readWord(progressOf(1 - own));
        while (other >> 1 < round) {
            if (host.nanoTime() - deadline > 0) {
                throw new AssertionError("the other does not come to round " + round);
            }
            host.spinWait();
            other = client.readWord(progressOf(1 - own));
        }
        return other;
    }

    private long progressOf(int player) {
        return region.address(LINE * player);
    }
}
