package dev.mangrove.server;

import dev.mangrove.server.request.ServiceTable;

/** Adds services to a server. */
@FunctionalInterface
public interface Plugin {
    /** Registers services before the server takes its first request. */
    void register(ServerContext context, ServiceTable services);
}
