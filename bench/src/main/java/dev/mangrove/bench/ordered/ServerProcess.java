package dev.mangrove.bench.ordered;

import dev.mangrove.cli.process.AtEnd;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.io.IOException;
import java.net.URI;

/** A memory server as a process: says where it listens, and ends when its input does. */
public final class ServerProcess {
    private ServerProcess() {}

    /**
     * Arguments: where to listen, bytes to grant at most, and whom to join if there is somebody.
     */
    public static void main(String[] arguments) throws IOException {
        ServerOptions options =
                ServerOptions.at(URI.create(arguments[0]))
                        .withMemoryLimit(Long.parseLong(arguments[1]));
        if (arguments.length > 2) {
            options = options.withJoin(URI.create(arguments[2]));
        }
        try (MemoryServer server = MemoryServer.start(options);
                AtEnd _ = AtEnd.run(server::close)) {
            System.out.println(server.uris().getFirst());
            while (System.in.read() >= 0) {
                // What comes does not matter, only that it ends.
            }
        }
    }
}
