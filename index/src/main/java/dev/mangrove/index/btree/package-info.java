/** The B-link trees behind ordered indexes. */
@NullMarked
package dev.mangrove.index.btree;

import org.jspecify.annotations.NullMarked;
