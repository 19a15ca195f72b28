package dev.mangrove.bench.ordered;

import dev.mangrove.cli.process.AtEnd;
import dev.mangrove.fabric.posix.HugePages;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/** A memory server process: prints its URI, and ends at the end of standard input. */
public final class ServerProcess {
    private ServerProcess() {}

    /**
     * Arguments: URI to listen at, memory limit in bytes, optionally the URI of a server to join,
     * optionally {@code small} to use no huge pages.
     */
    public static void main(String[] arguments) throws IOException {
        List<String> more = List.of(arguments).subList(2, arguments.length);
        if (more.contains(HugePages.SMALL)) {
            System.setProperty(HugePages.PROPERTY, HugePages.SMALL);
        }
        ServerOptions options =
                ServerOptions.at(URI.create(arguments[0]))
                        .withMemoryLimit(Long.parseLong(arguments[1]));
        for (String each : more) {
            if (!each.equals(HugePages.SMALL)) {
                options = options.withJoin(URI.create(each));
            }
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
