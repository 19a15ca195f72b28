/**
 * A tour in which servers and clients are processes of their own.
 *
 * <p>The command starts two servers and two clients, each in a JVM of its own, and grants a chunk
 * on each server. The clients know nothing but a URI, the addresses of the chunks and their own
 * number; all they share is memory. They go through the {@link dev.mangrove.cli.demo.Steps steps}
 * together, meeting before each at a {@link dev.mangrove.cli.demo.Barrier}, and tell the command in
 * lines of text when they start one and what came of it. The command adds up what they tell and
 * looks how much processor time the servers used meanwhile.
 *
 * <p>To add to the tour, add a {@link dev.mangrove.cli.demo.Step} to the list.
 */
@NullMarked
package dev.mangrove.cli.demo;

import org.jspecify.annotations.NullMarked;
