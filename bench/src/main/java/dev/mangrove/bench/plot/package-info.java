/**
 * Pictures of results. A {@link dev.mangrove.bench.plot.Chart} holds the data, a {@link
 * dev.mangrove.bench.plot.Picture} puts charts side by side with one legend. Painters draw it on a
 * {@code Canvas}, either SVG or an image; {@link dev.mangrove.bench.plot.Plots} writes both files.
 * Measured values are curves and bars, a paper's values are hollow marks in the same chart.
 *
 * <p>XChart was considered instead: it writes one chart to a file of SVG, not panels, knows neither
 * hollow marks on the bars of a group nor captions, and needs libraries for PDF and GIF.
 */
@NullMarked
package dev.mangrove.bench.plot;

import org.jspecify.annotations.NullMarked;
