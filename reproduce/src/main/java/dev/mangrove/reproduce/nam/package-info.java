/** Experiments of the paper on NAM trees (SIGMOD 2019). */
@NullMarked
package dev.mangrove.reproduce.nam;

import org.jspecify.annotations.NullMarked;
