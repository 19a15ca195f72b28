/** Memory of servers and of clients: used up, used again, or not used at all. */
@NullMarked
package dev.mangrove.contract.ordered.memory;

import org.jspecify.annotations.NullMarked;
