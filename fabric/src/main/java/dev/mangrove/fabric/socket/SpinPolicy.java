package dev.mangrove.fabric.socket;

/**
 * Whether a thread should poll for a while before it blocks. Polling that finds nothing wastes its
 * time, and on a busy machine it also takes the core from the peer. So each failure doubles the
 * number of waits without polling until the next try, and each success halves it.
 */
final class SpinPolicy {
    /**
     * Most waits without polling between two tries. Chosen: bounds how long the policy misses that
     * polling would pay again.
     */
    private static final int MOST_WAITS = 4096;

    private int restraint = 1;
    private int waitsLeft;

    /** Whether to poll during this wait. */
    boolean polls() {
        if (waitsLeft == 0) {
            return true;
        }
        waitsLeft--;
        return false;
    }

    /** Polling found something in time. */
    void paid() {
        restraint = Math.max(1, restraint / 2);
    }

    /** Polling found nothing, or too late. */
    void failed() {
        waitsLeft = restraint;
        restraint = Math.min(MOST_WAITS, restraint * 2);
    }
}
