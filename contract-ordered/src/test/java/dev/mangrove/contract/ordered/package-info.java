/**
 * The contract of ordered indexes: {@link dev.mangrove.contract.ordered.OrderedIndexContract} lists
 * its themes, and every design passes all of them on every fabric, with one server and with three.
 */
@NullMarked
package dev.mangrove.contract.ordered;

import org.jspecify.annotations.NullMarked;
