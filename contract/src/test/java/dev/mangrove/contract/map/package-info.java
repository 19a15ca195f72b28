/** Tests of maps over indexes of all kinds. */
@NullMarked
package dev.mangrove.contract.map;

import org.jspecify.annotations.NullMarked;
