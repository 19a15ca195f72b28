package dev.mangrove.index.latch;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.probe.RareBranch;

/** Waits for latches and finds out whether their holders are gone. Used by one thread. */
public final class LatchWait {
    /** Finds out whether the holders of latches are gone. */
    public interface Holders {
        /**
         * Whether the session that stored a word into a latch is gone for good.
         *
         * @param keepOut whether the server shall fence the session off, if its fabric allows that
         */
        boolean isGone(long word, boolean keepOut);
    }

    /**
     * Lease: after it, the server closes the connections of a holder that it can fence off. Chosen:
     * far above any pause of a healthy client, such as a garbage collection.
     */
    static final long LEASE_NANOS = 1_000_000_000;

    /**
     * Interval at which a waiter asks the server about the holder. Chosen: rare enough to cost the
     * server nothing, short against the lease.
     */
    static final long ASK_NANOS = 50_000_000;

    /** Chosen: thirty leases; a latch that is held longer belongs to a holder that hangs. */
    private static final long LONGEST_NANOS = 30_000_000_000L;

    /** Chosen: a change of one page usually ends within these polls. */
    private static final int SPINS = 64;

    /**
     * Polls that must all show the same word before the holder is fenced off, however much time has
     * passed: 16-bit words repeat.
     */
    private static final int FEWEST_LOOKS = 2 * SPINS;

    /** Chosen: about one round trip of a fast network at first, 100 times that at most. */
    private static final long FIRST_PAUSE_NANOS = 2_000;

    private static final long LONGEST_PAUSE_NANOS = 200_000;

    private final Host host;
    private final Holders holders;
    private final boolean backOff;
    private final WaitedTime time = new WaitedTime(LEASE_NANOS);
    private long held;
    private long askedAt;
    private long pause;
    private int looks;

    /**
     * Creates a wait for latches of one server.
     *
     * @param backOff whether to double the pause from poll to poll
     */
    public LatchWait(Host host, Holders holders, boolean backOff) {
        this.host = host;
        this.holders = holders;
        this.backOff = backOff;
    }

    /** Starts to wait for a latch. */
    public void begin() {
        RareBranch.LATCH_AWAITED.taken();
        held = LatchOwner.FREE;
        looks = 0;
    }

    /**
     * Pauses before the next attempt, because the latch of a page holds a word.
     *
     * @return whether the session that stored the word is gone for good
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
            askedAt = host.nanoTime();
            time.begin(askedAt);
            pause = FIRST_PAUSE_NANOS;
        }
        if (backOff || Thread.currentThread().isVirtual()) {
            host.sleep(pause); // A virtual thread that spins may keep the holder from running.
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        } else {
            host.spinWait();
        }
        return ask(pointer, host.nanoTime());
    }

    private boolean ask(long pointer, long now) {
        long waited = time.polled(now);
        if (now - askedAt < ASK_NANOS) {
            return false;
        }
        askedAt = now;
        if (waited > LONGEST_NANOS) {
            throw new FabricException(
                    FabricException.Kind.TIMEOUT,
                    "page "
                            + PagePointer.toString(pointer)
                            + " has been locked for 30 s: holder="
                            + Long.toHexString(held));
        }
        RareBranch.HOLDER_ASKED_FOR.taken();
        boolean keepOut = waited > LEASE_NANOS && looks > FEWEST_LOOKS;
        if (keepOut) {
            RareBranch.HOLDER_KEPT_OUT.taken();
        }
        boolean gone = holders.isGone(held, keepOut);
        if (gone) {
            RareBranch.LATCH_TAKEN_OVER.taken();
        }
        return gone;
    }
}
