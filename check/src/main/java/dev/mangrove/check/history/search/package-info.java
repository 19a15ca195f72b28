/** The search for an order of effects that explains the operations of one key. */
@NullMarked
package dev.mangrove.check.history.search;

import org.jspecify.annotations.NullMarked;
