/**
 * The few system calls that the JDK does not offer: futexes, advisory locks, space reservation,
 * memory advice, patience with silent peers.
 */
@NullMarked
package dev.mangrove.fabric.posix;

import org.jspecify.annotations.NullMarked;
