/** The log of the libraries under the command: one line per record, on the standard error. */
@NullMarked
package dev.mangrove.cli.logging;

import org.jspecify.annotations.NullMarked;
