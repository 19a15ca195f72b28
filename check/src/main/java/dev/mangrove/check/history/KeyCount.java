package dev.mangrove.check.history;

/**
 * A count of keys that a client has read.
 *
 * @param client the client
 * @param low the lowest requested key, inclusive
 * @param high the highest requested key, inclusive
 * @param found the number that was returned
 * @param invoked when the client asked
 * @param responded when it had the answer
 */
public record KeyCount(int client, long low, long high, long found, long invoked, long responded) {}
