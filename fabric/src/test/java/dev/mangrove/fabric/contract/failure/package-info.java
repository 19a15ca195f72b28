/** Requests that are refused, and peers that are killed or paused. */
@NullMarked
package dev.mangrove.fabric.contract.failure;

import org.jspecify.annotations.NullMarked;
