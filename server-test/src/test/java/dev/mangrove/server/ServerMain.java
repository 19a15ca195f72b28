package dev.mangrove.server;

import java.net.URI;

/** A server process: prints its URI and runs until the end of its input. */
final class ServerMain {
    private ServerMain() {}

    /** Arguments: URI to listen at, optionally the URI of a server to join. */
    public static void main(String[] args) throws Exception {
        ServerOptions options =
                ServerOptions.at(URI.create(args[0]))
                        .withMemoryLimit(256 << 20)
                        .withSecret(Pools.SECRET)
                        .withJoin(args.length > 1 ? URI.create(args[1]) : null);
        try (MemoryServer server = MemoryServer.start(options)) {
            System.out.println(server.uris().getFirst());
            System.in.read();
        }
    }
}
