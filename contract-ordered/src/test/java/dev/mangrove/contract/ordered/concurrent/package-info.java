/** Many clients change an index, scan it or move its meganodes at the same time. */
@NullMarked
package dev.mangrove.contract.ordered.concurrent;

import org.jspecify.annotations.NullMarked;
