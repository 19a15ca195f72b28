/** The services of a memory server, one class for each family of requests. */
@NullMarked
package dev.mangrove.server.service;

import org.jspecify.annotations.NullMarked;
