/** The machine that a benchmark ran on, as all reports print it. */
@NullMarked
package dev.mangrove.bench.machine;

import org.jspecify.annotations.NullMarked;
