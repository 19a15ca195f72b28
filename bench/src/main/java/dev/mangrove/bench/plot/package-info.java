/**
 * Pictures of results. A {@link dev.mangrove.bench.plot.Chart} says what is shown, a {@link
 * dev.mangrove.bench.plot.Picture} puts charts side by side with one legend; painters draw it on a
 * {@code Canvas}, which is a file of SVG or an image; {@link dev.mangrove.bench.plot.Plots} writes
 * both. Measured values are curves and bars, a paper's are hollow marks in the same chart.
 *
 * <p>XChart was considered instead: it writes one chart to a file of SVG, not panels, knows neither
 * hollow marks on the bars of a group nor captions, and needs libraries for PDF and GIF.
 */
@NullMarked
package dev.mangrove.bench.plot;

import org.jspecify.annotations.NullMarked;
