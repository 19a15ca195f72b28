/** The operations of an index, and what they return. */
@NullMarked
package dev.mangrove.contract.ordered.operation;

import org.jspecify.annotations.NullMarked;
