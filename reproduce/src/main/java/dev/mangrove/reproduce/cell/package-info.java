/** Experiments of the Cell paper (ATC 2016). */
@NullMarked
package dev.mangrove.reproduce.cell;

import org.jspecify.annotations.NullMarked;
