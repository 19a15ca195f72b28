/** Access policies compared with each other on workloads of our own. */
@NullMarked
package dev.mangrove.reproduce.policy;

import org.jspecify.annotations.NullMarked;
