package dev.mangrove.index.spatial;

/**
 * The rectangle of an object.
 *
 * @param minX left border
 * @param minY lower border
 * @param maxX right border
 * @param maxY upper border
 */
public record Place(double minX, double minY, double maxX, double maxY) {}
