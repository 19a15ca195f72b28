package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.RemotePeer;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * One provider, as the contract suite sees it. Implementations have a constructor without
 * parameters, which a peer in another process calls; real providers extend {@link
 * RealFabricUnderTest}.
 */
public interface FabricUnderTest {
    /** Opens the fabric on the host of the calling thread. */
    Fabric open();

    /** A location for a new target, different at each call. */
    URI newLocation();

    /** A well-formed address at which nothing listens. */
    URI nowhere();

    /** The secret of the suite's targets and clients; null if this provider ignores secrets. */
    @Nullable Secret secret();

    /** Runs the body of a test: at once, or in a thread of a simulated host. */
    void run(Body body) throws Throwable;

    /**
     * Starts a program on its own: in a process, or on a simulated host other than the caller's.
     */
    RemotePeer start(ContractProgram program, List<String> arguments);

    /**
     * The resources outside the heap that this provider holds for locations of {@link
     * #newLocation}: files, sockets, mappings, threads. Empty once all is closed.
     */
    Set<String> traces();

    /** Code that may throw anything. */
    @FunctionalInterface
    interface Body {
        void run() throws Throwable;
    }
}
