/**
 * The measured processes of {@code ./mangrove bench peers}. {@link dev.mangrove.peers.PeerProcess}
 * is the main class: it opens one system and executes the commands that its parent, {@code
 * dev.mangrove.bench.peers}, writes as lines. A process runs only one system, so that systems share
 * neither a heap nor compiled code. The processes run on the class path, as most of the libraries
 * are not modules; no module of the product depends on them.
 */
@NullMarked
package dev.mangrove.peers;

import org.jspecify.annotations.NullMarked;
