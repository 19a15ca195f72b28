/** Messages, inboxes, and what happens when nobody takes a message. */
@NullMarked
package dev.mangrove.fabric.contract.message;

import org.jspecify.annotations.NullMarked;
