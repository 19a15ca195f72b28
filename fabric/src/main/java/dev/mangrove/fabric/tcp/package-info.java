/** Verbs over TCP. */
@NullMarked
package dev.mangrove.fabric.tcp;

import org.jspecify.annotations.NullMarked;
