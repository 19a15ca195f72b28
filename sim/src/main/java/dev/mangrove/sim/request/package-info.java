/**
 * The simulated provider of verbs: endpoints, targets, and each request from posting to completion.
 */
@NullMarked
package dev.mangrove.sim.request;

import org.jspecify.annotations.NullMarked;
