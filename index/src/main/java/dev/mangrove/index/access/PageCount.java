package dev.mangrove.index.access;

/**
 * How many pages of an index are in use, at servers that are not lost.
 *
 * @param inUse pages that servers have allocated, and this client does not keep unused
 * @param events how often pages were allocated or freed so far: if two counts have as many, no page
 *     was in between
 * @param holders other clients that were allocated pages and may still keep some
 */
public record PageCount(long inUse, long events, long holders) {}
