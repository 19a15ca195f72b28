/**
 * Spatial indexes for users of JTS. {@link dev.mangrove.jts.Envelopes} takes and gives envelopes;
 * {@link dev.mangrove.jts.GeometryRefinement} is the second stage of a search, which looks at exact
 * geometries. It is registered with a server by its name, in a plugin, for searches by message; a
 * client brings its own for searches that it does itself.
 */
@NullMarked
package dev.mangrove.jts;

import org.jspecify.annotations.NullMarked;
