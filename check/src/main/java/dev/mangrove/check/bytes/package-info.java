/**
 * The check of indexes of byte strings: that of ordered indexes, with 64-bit keys and values
 * translated to byte strings that are hard to handle. A second check, {@link
 * dev.mangrove.check.bytes.SweepsCheck}, has a small tree without servers.
 */
@NullMarked
package dev.mangrove.check.bytes;

import org.jspecify.annotations.NullMarked;
