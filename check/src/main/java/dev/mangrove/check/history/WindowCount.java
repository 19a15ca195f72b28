package dev.mangrove.check.history;

/**
 * A number of identities in a window, as a client read it.
 *
 * @param client number of the client
 * @param window where it looked
 * @param found how many it counted
 * @param invoked when it began
 * @param responded when it ended
 */
public record WindowCount(int client, Rectangle window, long found, long invoked, long responded) {}
