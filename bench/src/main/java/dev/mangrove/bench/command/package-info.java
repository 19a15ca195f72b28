/** The command {@code bench} and its subcommands. */
@NullMarked
package dev.mangrove.bench.command;

import org.jspecify.annotations.NullMarked;
