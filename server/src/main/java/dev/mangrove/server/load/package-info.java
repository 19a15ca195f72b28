/** How busy a server is, as its heartbeats tell clients. */
@NullMarked
package dev.mangrove.server.load;

import org.jspecify.annotations.NullMarked;
