/**
 * The {@code mangrove} command. Every subcommand is a class of its own, a {@code Callable<Integer>}
 * that returns the exit status: see {@link dev.mangrove.cli.command.ExitStatus}.
 */
@NullMarked
package dev.mangrove.cli;

import org.jspecify.annotations.NullMarked;
