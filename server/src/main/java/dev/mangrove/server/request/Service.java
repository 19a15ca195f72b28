package dev.mangrove.server.request;

/**
 * Answers requests of one kind. Called by workers, several at once; it must not wait for anything.
 * What it throws becomes the answer: {@link RefusedException} with its status, a {@link
 * dev.mangrove.index.wire.MalformedException} or {@link IllegalArgumentException} as the client's
 * mistake, anything else as the server's.
 */
@FunctionalInterface
public interface Service {
    /** Answers a request. Both arguments are valid only during the call. */
    void handle(Request request, Reply reply);
}
