/** Message rings that the peer writes to, and the credit that bounds unconsumed messages. */
@NullMarked
package dev.mangrove.fabric.verbs.ring;

import org.jspecify.annotations.NullMarked;
