/** Experiments of the Sherman paper (SIGMOD 2022). */
@NullMarked
package dev.mangrove.reproduce.sherman;

import org.jspecify.annotations.NullMarked;
