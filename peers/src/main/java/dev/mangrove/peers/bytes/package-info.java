/**
 * Systems with keys and values of bytes, one adapter each, and the worker that measures them. Keys
 * have 16 to 32 bytes and share prefixes; values have 8, 100 or 1,000 bytes.
 */
@NullMarked
package dev.mangrove.peers.bytes;

import org.jspecify.annotations.NullMarked;
