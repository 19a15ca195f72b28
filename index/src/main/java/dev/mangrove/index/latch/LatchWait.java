package dev.mangrove.index.latch;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

/** Waits for latches, and finds out whether their holders are gone. Of one thread. */
public final class LatchWait {
    /** After so long a holder that can be kept out loses its connections. */
    static final long LEASE_NANOS = 1_000_000_000;

    /** After so long the server is asked whether the holder is still there, and then again. */
    static final long ASK_NANOS = 50_000_000;

    private static final long LONGEST_NANOS = 30_000_000_000L;
    private static final int SPINS = 64;
    private static final long FIRST_PAUSE_NANOS = 2_000;
    private static final long LONGEST_PAUSE_NANOS = 200_000;

    private final Session session;
    private final Host host;
    private long held;
    private long since;
    private long askedAt;
    private long pause;
    private int looks;

    /** Waits on behalf of a session. */
    public LatchWait(Session session) {
        this.session = session;
        this.host = session.host();
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
        host.sleep(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
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
                            + " has been locked for 30 s by session "
                            + Integer.toHexString(LatchOwner.of(held)));
        }
        int server = AddressSpace.server(pointer);
        return session.isGone(server, LatchOwner.of(held), now - since > LEASE_NANOS);
    }
}
