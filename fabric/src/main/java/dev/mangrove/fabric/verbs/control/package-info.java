/** The TCP connection beside each queue pair and the messages on it. */
@NullMarked
package dev.mangrove.fabric.verbs.control;

import org.jspecify.annotations.NullMarked;
