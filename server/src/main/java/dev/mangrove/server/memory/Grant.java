package dev.mangrove.server.memory;

/**
 * Zeroed memory that an owner was given.
 *
 * @param address where it starts
 * @param bytes its length
 */
public record Grant(long address, long bytes) {}
