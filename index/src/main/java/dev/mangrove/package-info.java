/** Where an application starts. */
@NullMarked
package dev.mangrove;

import org.jspecify.annotations.NullMarked;
