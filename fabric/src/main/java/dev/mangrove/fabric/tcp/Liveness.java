package dev.mangrove.fabric.tcp;

/**
 * Whether a server still lives, as its client sees it while it waits. All times in nanoseconds.
 *
 * <p>A client that waits and hears nothing asks for a sign of life every {@link #PING_AFTER}; if it
 * has heard nothing for {@link #LOST_AFTER}, although it kept looking, the server is lost. Time in
 * which the client did not look does not count: it may have been busy, or stopped itself.
 */
final class Liveness {
    static final long PING_AFTER = 400_000_000;
    static final long LOST_AFTER = 1_700_000_000;

    /**
     * A longer time between two looks means that nobody looked. Waits look at least every 100 ms.
     */
    private static final long ABSENT_AFTER = 400_000_000;

    private boolean heard = true;
    private long quietSince;
    private long lastLook;
    private long lastPing;

    /** Something came. */
    void heard() {
        heard = true;
    }

    /** Nothing came up to now. */
    void quiet(long now) {
        if (heard || now - lastLook > ABSENT_AFTER) {
            heard = false;
            quietSince = now;
            lastPing = now;
        }
        lastLook = now;
    }

    /** Whether to ask for a sign of life now; true once for each time to ask. */
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
