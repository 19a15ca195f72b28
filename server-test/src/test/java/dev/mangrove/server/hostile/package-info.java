/** Peers that violate the protocol, or cut off memory that they share. */
@NullMarked
package dev.mangrove.server.hostile;

import org.jspecify.annotations.NullMarked;
