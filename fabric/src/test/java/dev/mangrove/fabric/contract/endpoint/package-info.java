/** Endpoints and targets from opening to closing, and how their threads wait. */
@NullMarked
package dev.mangrove.fabric.contract.endpoint;

import org.jspecify.annotations.NullMarked;
