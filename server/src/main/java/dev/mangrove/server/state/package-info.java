/**
 * What a memory server holds of its indexes between requests: their trees, the pages and extents
 * that it has allocated for them, and moves of meganodes that have not ended. The services in
 * {@link dev.mangrove.server.service} read and change it.
 */
@NullMarked
package dev.mangrove.server.state;

import org.jspecify.annotations.NullMarked;
