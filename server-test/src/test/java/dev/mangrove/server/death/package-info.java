/** Processes of servers and clients that are killed or paused at any time. */
@NullMarked
package dev.mangrove.server.death;

import org.jspecify.annotations.NullMarked;
