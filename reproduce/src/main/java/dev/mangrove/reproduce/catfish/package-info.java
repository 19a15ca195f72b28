/** Experiments of the Catfish paper (TSAS 2022). */
@NullMarked
package dev.mangrove.reproduce.catfish;

import org.jspecify.annotations.NullMarked;
