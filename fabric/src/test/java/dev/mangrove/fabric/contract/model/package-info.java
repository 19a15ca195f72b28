/** Random verbs and messages, compared with a model in the heap. */
@NullMarked
package dev.mangrove.fabric.contract.model;

import org.jspecify.annotations.NullMarked;
