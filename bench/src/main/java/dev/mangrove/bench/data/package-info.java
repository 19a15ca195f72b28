/** Real data for measurements, downloaded at first use and kept outside the repository. */
@NullMarked
package dev.mangrove.bench.data;

import org.jspecify.annotations.NullMarked;
