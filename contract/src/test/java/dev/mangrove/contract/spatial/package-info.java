/**
 * The contract of spatial indexes, see {@link dev.mangrove.index.spatial.SpatialIndexContract}, on
 * servers: every tree passes it on every fabric, by message and by reading pages.
 */
@NullMarked
package dev.mangrove.contract.spatial;

import org.jspecify.annotations.NullMarked;
