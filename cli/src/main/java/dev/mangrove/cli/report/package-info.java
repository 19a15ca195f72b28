/**
 * How results are shown: a {@link dev.mangrove.cli.report.Table} for people, one line of {@link
 * dev.mangrove.cli.report.Json} for programs, and a {@link dev.mangrove.cli.report.Progress} bar
 * while a command runs.
 */
@NullMarked
package dev.mangrove.cli.report;

import org.jspecify.annotations.NullMarked;
