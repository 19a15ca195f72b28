/**
 * The contract of ordered indexes: {@link dev.mangrove.server.ordered.OrderedIndexContract} lists
 * its themes, and every design passes all of them on every fabric, with one server and with three.
 */
@NullMarked
package dev.mangrove.server.ordered;

import org.jspecify.annotations.NullMarked;
