/**
 * The region that chunks are granted from, the owner of each chunk, and the quarantine of chunks
 * whose index was dropped while clients could still write to them.
 */
@NullMarked
package dev.mangrove.server.memory;

import org.jspecify.annotations.NullMarked;
