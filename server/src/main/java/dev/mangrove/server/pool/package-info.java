/**
 * The state that servers of a pool share: members, the catalogue at the registrar, ids of dropped
 * indexes, and a member's connection to the registrar.
 */
@NullMarked
package dev.mangrove.server.pool;

import org.jspecify.annotations.NullMarked;
