/** Damaged pages, lost servers, and rounds of keepers that fail. */
@NullMarked
package dev.mangrove.contract.ordered.failure;

import org.jspecify.annotations.NullMarked;
