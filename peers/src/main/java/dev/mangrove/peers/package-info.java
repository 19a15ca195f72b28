/**
 * The measured processes of {@code ./mangrove bench peers}. {@link dev.mangrove.peers.PeerProcess}
 * is the main class: it opens one system and does what its parent, {@code
 * dev.mangrove.bench.peers}, tells it in lines. One process has one system only, so that no heap
 * and no compiled code is shared. They run on the class path, as most of the libraries are no
 * modules, and none of them is known to what users embed.
 */
@NullMarked
package dev.mangrove.peers;

import org.jspecify.annotations.NullMarked;
