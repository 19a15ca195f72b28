/** What commands share, and the service by which other modules add commands. */
@NullMarked
package dev.mangrove.cli.command;

import org.jspecify.annotations.NullMarked;
