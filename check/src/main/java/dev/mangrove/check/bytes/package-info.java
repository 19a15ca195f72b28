/**
 * The check of indexes of byte strings: that of ordered indexes, with 64-bit keys and values
 * translated to byte strings that are hard to handle.
 */
@NullMarked
package dev.mangrove.check.bytes;

import org.jspecify.annotations.NullMarked;
