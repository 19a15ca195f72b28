package dev.mangrove.server.service;

import dev.mangrove.server.Plugin;
import dev.mangrove.server.Refinements;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerContext;

/** A plugin of this project: it answers kinds of messages of its own. */
@FunctionalInterface
@SuppressWarnings("FunctionalInterfaceMethodChanged") // A service plugin refines nothing.
public interface ServicePlugin extends Plugin {
    /** Registers services before the server takes its first request. */
    void register(ServerContext context, ServiceTable services);

    @Override
    default void register(Refinements refinements) {}
}
