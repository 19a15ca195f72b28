/** The load of a server, which its heartbeats carry to clients. */
@NullMarked
package dev.mangrove.server.load;

import org.jspecify.annotations.NullMarked;
