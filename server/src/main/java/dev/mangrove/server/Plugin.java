package dev.mangrove.server;

/** Adds to a server what clients then ask for by name. */
@FunctionalInterface
public interface Plugin {
    /** Registers refinements of searches before the server takes its first request. */
    void register(Refinements refinements);
}
