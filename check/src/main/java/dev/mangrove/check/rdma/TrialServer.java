package dev.mangrove.check.rdma;

import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** A memory server process: prints its URI, and ends at the end of standard input. */
final class TrialServer {
    /**
     * Longer than the default: on an emulated device, messages every 10 ms leave little time for
     * other work.
     */
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
                // The parent sends nothing; it closes the stream to end this process.
            }
        }
    }
}
