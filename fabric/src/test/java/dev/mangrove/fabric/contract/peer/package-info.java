/** The programs that run on other hosts or in other processes, and how tests start them. */
@NullMarked
package dev.mangrove.fabric.contract.peer;

import org.jspecify.annotations.NullMarked;
