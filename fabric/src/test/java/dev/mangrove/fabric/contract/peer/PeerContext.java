package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FabricUnderTest;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.host.Host;

import java.util.function.Consumer;

/**
 * The context of a {@link ContractProgram}: a fabric of its own, arguments, and lines to and from
 * the test that started it.
 */
public final class PeerContext {
    private static final String GO = "go";
    private static final String STOP = "stop";
    private static final String READY = "ready";

    private final FabricUnderTest under;
    private final Fabric fabric;
    private final Arguments arguments;
    private final Mailbox commands;
    private final Consumer<String> answers;
    private boolean stopped;

    PeerContext(
            FabricUnderTest under,
            Fabric fabric,
            Arguments arguments,
            Mailbox commands,
            Consumer<String> answers) {
        this.under = under;
        this.fabric = fabric;
        this.arguments = arguments;
        this.commands = commands;
        this.answers = answers;
    }

    Host host() {
        return fabric.host();
    }

    Fabric fabric() {
        return fabric;
    }

    FabricUnderTest under() {
        return under;
    }

    Arguments arguments() {
        return arguments;
    }

    /** Sends a line to the test. */
    void report(Object line) {
        answers.accept(line.toString());
    }

    /**
     * Reports "ready" and waits until the test sends "go", so that peers start at the same time.
     */
    void awaitGo() {
        report(READY);
        String line = commands.take(FabricContract.PATIENCE_NANOS);
        if (!GO.equals(line)) {
            throw new IllegalStateException("not told to go but: " + line);
        }
    }

    /** Whether the test has asked to stop. */
    boolean isStopped() {
        stopped = stopped || STOP.equals(commands.poll());
        return stopped;
    }

    /** Waits until the test asks to stop. */
    void awaitStop() {
        while (!STOP.equals(commands.take(FabricContract.PATIENCE_NANOS))) {
            if (commands.isClosed()) {
                return;
            }
        }
    }

    Endpoint newEndpoint() {
        return fabric.endpoint(FabricContract.CLIENT.withSecret(under.secret()));
    }

    /** A client of the target in argument 0 with the region in argument 1. */
    VerbClient connect() {
        return connect(arguments.handle(1));
    }

    /** A client of the target in argument 0. */
    VerbClient connect(RegionHandle... regions) {
        Channel channel = newEndpoint().connect(arguments.uri(0));
        for (RegionHandle region : regions) {
            channel.attach(region);
        }
        return new VerbClient(channel);
    }

    /** Waits until peers are ready and sends them "go". */
    public static void go(RemotePeer... peers) {
        for (RemotePeer peer : peers) {
            String line = peer.hear();
            if (!READY.equals(line)) {
                throw new AssertionError("not ready but: " + line);
            }
        }
        for (RemotePeer peer : peers) {
            peer.tell(GO);
        }
    }

    /** Asks a peer to stop. */
    public static void stop(RemotePeer peer) {
        peer.tell(STOP);
    }
}
