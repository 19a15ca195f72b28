/**
 * Published protocols with their errors, to be checked and measured together with this project's
 * protocols. Each class states what the paper's protocol does and where the variant differs from
 * the paper.
 */
@NullMarked
package dev.mangrove.bench.published;

import org.jspecify.annotations.NullMarked;
