package dev.mangrove.fabric.shm;

/** A peer has written nonsense into a ring. */
final class DamagedRingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedRingException(String what) {
        super("message ring is damaged: " + what);
    }
}
