package dev.mangrove.check.rdma;

import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** A memory server in a process of its own; says where it listens, ends when its input does. */
final class TrialServer {
    /** On an emulated device, messages every 10 ms would leave little time for anything else. */
    private static final Duration HEARTBEAT = Duration.ofMillis(100);

    private TrialServer() {}

    public static void main(String[] args) throws IOException {
        ServerOptions options =
                ServerOptions.at(URI.create(RdmaCheck.PLACE))
                        .withMemoryLimit(TrialProcesses.SMALL_MEMORY)
                        .withHeartbeat(HEARTBEAT);
        try (MemoryServer server = MemoryServer.start(options)) {
            System.out.println(server.uris().getFirst());
            while (System.in.read() >= 0) {
                // What comes does not matter, only that it ends.
            }
        }
    }
}
