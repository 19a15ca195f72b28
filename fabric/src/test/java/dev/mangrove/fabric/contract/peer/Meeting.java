package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.host.Host;

import java.lang.foreign.MemorySegment;

/**
 * A store-buffering test with two clients, in rounds. In a round each client WRITEs its own flag
 * and READs the other's, in one batch. As requests take effect in the order posted, the client that
 * wrote last must see the other's flag; if neither does, a READ has overtaken the WRITE before it.
 *
 * <pre>
 *   0        64       128      192      256
 *   +--------+--------+--------+--------+---
 *   | round  | round  | flag   | flag   | flags of the next round, and so on round the region
 *   | of 0   | of 1   | of 0   | of 1   |
 *   +--------+--------+--------+--------+---
 * </pre>
 *
 * A client enters a round by writing the round's number, shifted by one, with a bit: whether it
 * missed the other's flag in the round before. At least one of the two sees the other's bit.
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

    /** Takes target, region and the client's number from the arguments. */
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
     * Runs rounds until the time is over or the other client has ended; returns the number of
     * rounds in which both missed the other's flag.
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
        // With both flags in both caches, a READ is more likely to overtake.
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

    /** Enters a round and waits for the other client; returns the word that it wrote. */
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
