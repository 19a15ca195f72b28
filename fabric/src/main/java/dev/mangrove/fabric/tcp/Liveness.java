package dev.mangrove.fabric.tcp;

/**
 * Whether a server still lives, as its client judges while it waits. All times in nanoseconds.
 *
 * <p>A client that waits and receives nothing sends a PING every {@link #PING_AFTER}; if it has
 * received nothing for {@link #LOST_AFTER}, although it kept reading, the server is lost. Time in
 * which the client did not read does not count: it may have been busy or stopped. The limits are
 * chosen so that a loss surfaces within two seconds and four PINGs may go unanswered.
 */
final class Liveness {
    static final long PING_AFTER = 400_000_000;
    static final long LOST_AFTER = 1_700_000_000;

    /**
     * A longer time between two reads means that the client was not waiting. A wait reads at least
     * every 100 ms; chosen: four times that.
     */
    private static final long ABSENT_AFTER = 400_000_000;

    private boolean heard = true;
    private long quietSince;
    private long lastLook;
    private long lastPing;

    /** Bytes have arrived. */
    void heard() {
        heard = true;
    }

    /** A read at {@code now} found nothing. */
    void quiet(long now) {
        if (heard || now - lastLook > ABSENT_AFTER) {
            heard = false;
            quietSince = now;
            lastPing = now;
        }
        lastLook = now;
    }

    /** Whether to send a PING now; true once for each PING. */
    boolean isPingDue(long now) {
        if (now - lastPing < PING_AFTER) {
            return false;
        }
        lastPing = now;
        return true;
    }

    boolean isLost(long now) {
        return now - quietSince >= LOST_AFTER;
    }
}
