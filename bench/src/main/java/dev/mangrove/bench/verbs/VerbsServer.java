package dev.mangrove.bench.verbs;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * The server process: a region, and an inbox that sends every message back. It also runs the plain
 * echo that messages are compared with. It reads commands from standard input: {@code wait poll},
 * {@code wait block}.
 */
public final class VerbsServer implements Inbox.Handler {
    private static final int REGION = 1;
    private static final long LOOK_NANOS = 1_000_000_000;

    private final Inbox inbox;
    private volatile Waiting waiting = Waiting.BLOCK;

    private VerbsServer(Inbox inbox) {
        this.inbox = inbox;
    }

    /** Arguments: URI, bytes of the region, location of the plain echo. */
    public static void main(String[] arguments) throws IOException {
        URI location = URI.create(arguments[0]);
        long bytes = Long.parseLong(arguments[1]);
        Host host = Host.system();
        try (Fabric fabric = Fabric.open(location.getScheme(), host);
                Target target = fabric.listen(TargetOptions.at(location));
                BareEcho.Server echo = BareEcho.serve(arguments[2])) {
            Region region = target.allocate(REGION, bytes, Placement.HOST);
            region.commit(0, bytes);
            VerbsServer server = new VerbsServer(target.inbox(0));
            host.start("inbox", server::serve);
            RegionHandle handle = region.handle();
            System.out.println(target.uri() + " " + handle.key() + " " + echo.place());
            server.obey();
        }
    }

    /** The handle of the region that {@link #main} prints. */
    static RegionHandle handle(long key, long bytes) {
        return new RegionHandle(REGION, key, bytes, Placement.HOST);
    }

    private void obey() throws IOException {
        BufferedReader commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            waiting =
                    switch (line) {
                        case "wait poll" -> Waiting.POLL;
                        case "wait block" -> Waiting.BLOCK;
                        default -> throw new IllegalArgumentException("unknown command: " + line);
                    };
            inbox.wakeUp();
            System.out.println("ok");
        }
    }

    private void serve() {
        try {
            while (true) {
                if (inbox.poll(this, Integer.MAX_VALUE) == 0) {
                    inbox.await(waiting, LOOK_NANOS);
                }
            }
        } catch (FabricException e) {
            if (e.kind() != FabricException.Kind.CLOSED) {
                throw e;
            }
        }
    }

    @Override
    public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
        if (!from.trySend(memory, offset, length)) {
            throw new IllegalStateException(
                    "a client with one message under way leaves no room: " + from.peer());
        }
    }

    @Override
    public void onOpened(Connection connection) {}

    @Override
    public void onImmediate(Connection from, int immediate) {}

    @Override
    public void onClosed(Connection connection, String reason) {}
}
