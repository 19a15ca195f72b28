/** Views, names and options of indexes, and what statistics say of them. */
@NullMarked
package dev.mangrove.contract.ordered.view;

import org.jspecify.annotations.NullMarked;
