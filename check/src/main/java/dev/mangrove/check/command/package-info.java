/** The command {@code check}. */
@NullMarked
package dev.mangrove.check.command;

import org.jspecify.annotations.NullMarked;
