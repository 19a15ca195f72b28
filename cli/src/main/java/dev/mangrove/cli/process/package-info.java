/** Other processes of this program: a measurement's server runs in one of its own. */
@NullMarked
package dev.mangrove.cli.process;

import org.jspecify.annotations.NullMarked;
