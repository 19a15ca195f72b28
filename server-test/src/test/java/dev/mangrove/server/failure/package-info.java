/** What callers see of requests that fail, uses that are forbidden, and threads that are lost. */
@NullMarked
package dev.mangrove.server.failure;

import org.jspecify.annotations.NullMarked;
