/** A tree at its own server, as the server's threads use it. */
@NullMarked
package dev.mangrove.index.btree.local;

import org.jspecify.annotations.NullMarked;
