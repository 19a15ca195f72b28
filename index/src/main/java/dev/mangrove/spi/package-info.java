/** Services that other modules provide to the client library. */
@NullMarked
package dev.mangrove.spi;

import org.jspecify.annotations.NullMarked;
