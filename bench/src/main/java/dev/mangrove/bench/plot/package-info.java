/**
 * Pictures of results. A {@link dev.mangrove.bench.plot.Chart} says what is shown; painters draw it
 * on a {@code Canvas}, which is a file of SVG or an image; {@link dev.mangrove.bench.plot.Plots}
 * writes both.
 */
@NullMarked
package dev.mangrove.bench.plot;

import org.jspecify.annotations.NullMarked;
