/**
 * Where the log of the libraries goes when they run under the command: one line each, to the
 * standard error.
 */
@NullMarked
package dev.mangrove.cli.logging;

import org.jspecify.annotations.NullMarked;
