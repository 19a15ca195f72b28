/**
 * The check of indexes of byte strings: that of ordered indexes, with 64-bit keys and values
 * translated to byte strings that are hard to handle. Three further checks have a small tree
 * without servers: {@link dev.mangrove.check.bytes.StringsCheck} reads it in place while stores
 * become visible, {@link dev.mangrove.check.bytes.SweepsCheck} sweeps it while keys are renewed,
 * and in {@link dev.mangrove.check.bytes.SwapsCheck} processes replace values in place, and die.
 */
@NullMarked
package dev.mangrove.check.bytes;

import org.jspecify.annotations.NullMarked;
