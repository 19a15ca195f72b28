package dev.mangrove.fabric.shm;

/** A ring holds positions or lengths that no correct peer writes. */
final class DamagedRingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DamagedRingException(String what) {
        super("message ring is damaged: " + what);
    }
}
