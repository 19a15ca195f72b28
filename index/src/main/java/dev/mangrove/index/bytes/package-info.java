/**
 * Ordered indexes whose keys and values are byte strings: {@link
 * dev.mangrove.index.bytes.BytesIndex}.
 */
@NullMarked
package dev.mangrove.index.bytes;

import org.jspecify.annotations.NullMarked;
