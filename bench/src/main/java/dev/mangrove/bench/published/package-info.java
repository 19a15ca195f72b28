/**
 * Published protocols with their errors, to be checked and measured beside this project's. Each
 * class says what the paper does, and where the variant still differs from the paper.
 */
@NullMarked
package dev.mangrove.bench.published;

import org.jspecify.annotations.NullMarked;
