/**
 * The few system calls that the JDK does not offer: futexes, advisory locks, space reservation,
 * memory advice, time limits for peers that acknowledge nothing.
 */
@NullMarked
package dev.mangrove.fabric.posix;

import org.jspecify.annotations.NullMarked;
