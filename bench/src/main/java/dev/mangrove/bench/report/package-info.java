/**
 * How results are shown: a {@link dev.mangrove.bench.report.Table} for people, one line of {@link
 * dev.mangrove.bench.report.Json} for programs, and a {@link dev.mangrove.bench.report.Progress}
 * bar for those who wait.
 */
@NullMarked
package dev.mangrove.bench.report;

import org.jspecify.annotations.NullMarked;
