package dev.mangrove.sim;

/**
 * Thrown by a load or store in place as an injected fault, in place of the errors that a JVM may
 * throw anywhere, such as a full stack.
 */
public final class InjectedError extends Error {
    private static final long serialVersionUID = 1L;

    InjectedError() {
        super("injected at a load or store");
    }
}
