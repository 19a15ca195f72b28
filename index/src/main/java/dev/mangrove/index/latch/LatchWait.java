package dev.mangrove.index.latch;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.page.PagePointer;

/** Waits for latches, and finds out whether their holders are gone. Of one thread. */
public final class LatchWait {
    /** Knows whether the holders of latches are gone. */
    public interface Holders {
        /**
         * Whether whoever has put a word into a latch is gone for good.
         *
         * @param keepOut whether it is to be kept out, where that makes it go
         */
        boolean isGone(long word, boolean keepOut);
    }

    /** After so long a holder that can be kept out loses its connections. */
    static final long LEASE_NANOS = 1_000_000_000;

    /** After so long the server is asked whether the holder is still there, and then again. */
    static final long ASK_NANOS = 50_000_000;

    private static final long LONGEST_NANOS = 30_000_000_000L;
    private static final int SPINS = 64;

    /**
     * Looks that must all show the same holding before its holder is kept out, however much time
     * has passed: this thread may have been paused, and short words come again.
     */
    private static final int FEWEST_LOOKS = 2 * SPINS;

    private static final long FIRST_PAUSE_NANOS = 2_000;
    private static final long LONGEST_PAUSE_NANOS = 200_000;

    private final Host host;
    private final Holders holders;
    private final boolean backOff;
    private long held;
    private long since;
    private long askedAt;
    private long pause;
    private int looks;

    /**
     * Waits for latches of one server.
     *
     * @param backOff whether to wait longer from look to look
     */
    public LatchWait(Host host, Holders holders, boolean backOff) {
        this.host = host;
        this.holders = holders;
        this.backOff = backOff;
    }

    /** Starts to wait for a latch. */
    public void begin() {
        held = LatchOwner.FREE;
        looks = 0;
    }

    /**
     * Waits a little, because the latch of a page holds a word.
     *
     * @return whether whoever has put that word there is gone for good
     */
    public boolean isLeft(long pointer, long word) {
        if (word == LatchOwner.FREE) {
            return false;
        }
        if (word != held) {
            held = word;
            looks = 0;
        }
        if (++looks <= SPINS) {
            host.spinWait();
            return false;
        }
        if (looks == SPINS + 1) {
            since = host.nanoTime();
            askedAt = since;
            pause = FIRST_PAUSE_NANOS;
        }
        if (backOff) {
            host.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        } else {
            host.spinWait();
        }
        return ask(pointer, host.nanoTime());
    }

    private boolean ask(long pointer, long now) {
        if (now - askedAt < ASK_NANOS) {
            return false;
        }
        askedAt = now;
        if (now - since > LONGEST_NANOS) {
            throw new FabricException(
                    FabricException.Kind.TIMEOUT,
                    "page "
                            + PagePointer.toString(pointer)
                            + " has been locked for 30 s, by "
                            + Long.toHexString(held));
        }
        return holders.isGone(held, now - since > LEASE_NANOS && looks > FEWEST_LOOKS);
    }
}
