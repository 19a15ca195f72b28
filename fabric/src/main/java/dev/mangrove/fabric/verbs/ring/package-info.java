/** Message rings that the peer writes to, and the credit that bounds it. */
@NullMarked
package dev.mangrove.fabric.verbs.ring;

import org.jspecify.annotations.NullMarked;
