/** The contract of the fabric: regions, channels and verbs on one side, hosts on the other. */
@NullMarked
package dev.mangrove.fabric;

import org.jspecify.annotations.NullMarked;
