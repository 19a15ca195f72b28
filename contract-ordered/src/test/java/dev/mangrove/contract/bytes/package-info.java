/** The contract of indexes of byte strings, in all designs on every fabric. */
@NullMarked
package dev.mangrove.contract.bytes;

import org.jspecify.annotations.NullMarked;
