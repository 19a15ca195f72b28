/** Child processes of the command: servers and clients run in JVMs of their own. */
@NullMarked
package dev.mangrove.cli.process;

import org.jspecify.annotations.NullMarked;
