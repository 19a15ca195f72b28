/** Real data for measurements, fetched when it is first wanted and kept outside the repository. */
@NullMarked
package dev.mangrove.bench.data;

import org.jspecify.annotations.NullMarked;
