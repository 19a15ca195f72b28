package dev.mangrove.server.memory;

/**
 * Owner of granted memory.
 *
 * @param index whether it is an index, not a client
 * @param id number of the index or client
 */
public record Owner(boolean index, long id) {
    /** A client, by the client number of its connections. */
    public static Owner client(long id) {
        return new Owner(false, id);
    }

    /** An index, by its id. */
    public static Owner index(long id) {
        return new Owner(true, id);
    }
}
