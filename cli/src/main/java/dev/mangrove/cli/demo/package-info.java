/**
 * The command {@code demo}: memory servers and clients as processes of this host.
 *
 * <p>{@link dev.mangrove.cli.demo.Demo} starts the servers and plays three parts: writers and a
 * reader share an ordered index while one writer is killed ({@link
 * dev.mangrove.cli.demo.OrderedPart}); movers and a watcher share a spatial index ({@link
 * dev.mangrove.cli.demo.SpatialPart}); a table compares what operations cost in each design ({@link
 * dev.mangrove.cli.demo.CostPart}). Each part checks its own data; the command fails if anything is
 * lost or wrong.
 *
 * <p>A client process runs one {@link dev.mangrove.cli.demo.DemoRole} until it reads {@code stop}
 * from its standard input, and prints what it has done.
 */
@NullMarked
package dev.mangrove.cli.demo;

import org.jspecify.annotations.NullMarked;
