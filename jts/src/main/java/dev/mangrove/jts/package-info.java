/**
 * Spatial indexes for users of JTS. {@link dev.mangrove.jts.Envelopes} uses envelopes as
 * rectangles; {@link dev.mangrove.jts.GeometryRefinement} is the second stage of a search, which
 * compares exact geometries. A plugin registers it with a server by name, for searches by message;
 * a client provides its own for searches that it offloads.
 */
@NullMarked
package dev.mangrove.jts;

import org.jspecify.annotations.NullMarked;
