/** The memory server. */
@NullMarked
package dev.mangrove.server;

import org.jspecify.annotations.NullMarked;
