package dev.mangrove.sim.kernel;

/** Code under simulation ended with an exception, which is the cause. */
public final class SimulationFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Wraps what was thrown. */
    public SimulationFailure(Throwable cause) {
        super("simulated thread failed: " + cause, cause);
    }
}
