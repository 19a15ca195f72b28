/** Our best configurations beside the best published systems, on the papers' clusters. */
@NullMarked
package dev.mangrove.reproduce.ours;

import org.jspecify.annotations.NullMarked;
