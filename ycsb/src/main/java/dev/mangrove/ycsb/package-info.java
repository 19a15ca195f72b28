/** A binding for the Yahoo! Cloud Serving Benchmark: {@link dev.mangrove.ycsb.MangroveClient}. */
@NullMarked
package dev.mangrove.ycsb;

import org.jspecify.annotations.NullMarked;
