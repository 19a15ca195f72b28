/** What handles for all threads promise beyond the contract of views. */
@NullMarked
package dev.mangrove.contract.handle;

import org.jspecify.annotations.NullMarked;
