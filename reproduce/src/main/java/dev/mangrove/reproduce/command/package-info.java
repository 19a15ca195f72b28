/** The command {@code reproduce}. */
@NullMarked
package dev.mangrove.reproduce.command;

import org.jspecify.annotations.NullMarked;
