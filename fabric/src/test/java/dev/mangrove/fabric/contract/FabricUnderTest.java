package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Secret;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * One provider, as the contract suite sees it. Implementations have a constructor without
 * parameters, by which a peer in another process makes its own; real providers extend {@link
 * RealFabricUnderTest}.
 */
public interface FabricUnderTest {
    /** Opens the fabric on the host of the calling thread. */
    Fabric open();

    /** Where a new target may listen; another place each time. */
    URI newLocation();

    /** A well-formed address at which nothing listens. */
    URI nowhere();

    /**
     * What targets and clients of the suite share; null where this provider has no secrets and
     * ignores them.
     */
    @Nullable Secret secret();

    /** Runs the body of a test: at once, or in a thread of a simulated host. */
    void run(Body body) throws Throwable;

    /**
     * Starts a program on its own: in a process, or on a simulated host other than the caller's.
     */
    RemotePeer start(ContractProgram program, List<String> arguments);

    /**
     * What this provider holds at the moment outside the heap because of the locations given out by
     * {@link #newLocation}: files, sockets, mappings, threads. Empty again once all is closed.
     */
    Set<String> traces();

    /** Code that may throw anything. */
    @FunctionalInterface
    interface Body {
        void run() throws Throwable;
    }
}
