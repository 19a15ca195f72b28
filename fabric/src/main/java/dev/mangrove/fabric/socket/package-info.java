/**
 * Shared by the providers that use sockets: I/O threads, the frame, and the handshake by which both
 * sides prove that they know the secret. {@code tcp} carries verbs in frames; {@code verbs} opens
 * its control connections with the same handshake.
 */
@NullMarked
package dev.mangrove.fabric.socket;

import org.jspecify.annotations.NullMarked;
