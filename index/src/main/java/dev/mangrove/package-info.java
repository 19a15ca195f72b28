/** The entry point of applications: connecting to servers, options and exceptions. */
@NullMarked
package dev.mangrove;

import org.jspecify.annotations.NullMarked;
