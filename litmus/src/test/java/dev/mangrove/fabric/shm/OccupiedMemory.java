package dev.mangrove.fabric.shm;

/** Memory, without any, that one thread uses and another closes. */
final class OccupiedMemory {
    /** Chosen: far above any pause, and below the time limit of the tests. */
    private static final long LONGEST_NANOS = 10_000_000_000L;

    /** How often the user looks at the memory. Chosen: about as long as a missing fence lasts. */
    private static final int LOOKS = 50;

    final Occupancy occupancy = new Occupancy();
    private volatile boolean closed;
    private volatile boolean unmapped;

    /** User: whether the memory is open. */
    boolean isOpen() {
        return !closed;
    }

    /** User, inside: whether the memory is unmapped within the next moments. */
    boolean isUnmapped() {
        for (int look = 0; look < LOOKS; look++) {
            if (unmapped) {
                return true;
            }
        }
        return false;
    }

    /** Closer: closes the memory and unmaps it; false if the user does not leave it. */
    boolean close() {
        // Shares the line with the user, whose next store to it then takes a while.
        boolean inside = occupancy.isCallerInside();
        closed = true;
        boolean left = occupancy.awaitOutside(LONGEST_NANOS);
        unmapped = left;
        return left && !inside;
    }
}
