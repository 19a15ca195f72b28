/** Compares access policies with each other on workloads of this project. */
@NullMarked
package dev.mangrove.reproduce.policy;

import org.jspecify.annotations.NullMarked;
