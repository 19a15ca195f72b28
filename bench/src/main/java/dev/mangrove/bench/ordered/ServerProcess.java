package dev.mangrove.bench.ordered;

import dev.mangrove.cli.process.AtEnd;
import dev.mangrove.fabric.posix.HugePages;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.io.IOException;
import java.net.URI;

/** A memory server process: prints its URI, and ends at the end of standard input. */
public final class ServerProcess {
    private ServerProcess() {}

    /**
     * Arguments: URI to listen at, memory limit in bytes, whether to use small pages only,
     * optionally the URI of a server to join.
     */
    public static void main(String[] arguments) throws IOException {
        if (Boolean.parseBoolean(arguments[2])) {
            System.setProperty(HugePages.PROPERTY, HugePages.SMALL);
        }
        ServerOptions options =
                ServerOptions.at(URI.create(arguments[0]))
                        .withMemoryLimit(Long.parseLong(arguments[1]));
        if (arguments.length > 3) {
            options = options.withJoin(URI.create(arguments[3]));
        }
        try (MemoryServer server = MemoryServer.start(options);
                AtEnd _ = AtEnd.run(server::close)) {
            System.out.println(server.uris().getFirst());
            while (System.in.read() >= 0) {
                // The parent sends nothing; it closes the stream to end this process.
            }
        }
    }
}
