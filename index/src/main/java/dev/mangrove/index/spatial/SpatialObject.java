package dev.mangrove.index.spatial;

import org.jspecify.annotations.Nullable;

/**
 * An object that a search has found.
 *
 * @param id of the object
 * @param place its rectangle
 * @param distance from the point that nearest objects were asked for; 0 in a search by window
 * @param payload of the object; null if it has none, or if the search was not asked for payloads
 */
@SuppressWarnings("ArrayRecordComponent") // Not compared.
public record SpatialObject(long id, Place place, double distance, byte @Nullable [] payload) {}
