/**
 * The check of indexes of byte strings: that of ordered indexes, with 64-bit keys and values
 * translated to byte strings that are hard to handle. Two further checks have a small tree without
 * servers: {@link dev.mangrove.check.bytes.StringsCheck} reads it in place while stores become
 * visible, and {@link dev.mangrove.check.bytes.SweepsCheck} sweeps it while keys are renewed.
 */
@NullMarked
package dev.mangrove.check.bytes;

import org.jspecify.annotations.NullMarked;
