/**
 * Verbs between processes of one host, through mapped files.
 *
 * <h2>A server's folder</h2>
 *
 * <pre>
 * lock              held by the server as long as it lives; free means dead
 * server            where clients knock: {@link dev.mangrove.fabric.shm.ControlFile}
 * region-N          header and bytes of region N: {@link dev.mangrove.fabric.memory.RegionHeader}
 * connection-HEX    offer of a client, until it is accepted: {@link dev.mangrove.fabric.shm.ConnectionFile}
 * </pre>
 *
 * Whoever may open the files may use the server: mode 0600, or 0660 where the group is let in. No
 * secret is asked. Servers and clients look at the folder first ({@link
 * dev.mangrove.fabric.shm.FolderGuard}): it is no link, not open to all, and belongs to the user,
 * or for a client to somebody who has opened it to a group. No file in it is opened through a link.
 *
 * <h2>One-sided verbs</h2>
 *
 * READ, WRITE and atomics are loads, stores and atomic instructions of the client on the mapped
 * region, carried out as the batch is submitted ({@link dev.mangrove.fabric.memory.MemoryVerbs}
 * gives them their order). The server's processor has no part in them, so its death goes unnoticed;
 * a watchdog in the client looks at the server's lock four times a second and fails the channels of
 * a dead server. Whoever uses a region in place must compare the endpoint's {@link
 * dev.mangrove.fabric.FailureCount} before it counts anything as done. Each run of a server makes a
 * lock file of its own, so a new server at the same place is never taken for the one that died.
 *
 * <h2>Messages</h2>
 *
 * The writer puts a record into the ring, sets the ready bit of its slot and rings the bell of the
 * inbox. The reader clears the bits, then drains the rings, and sleeps on its bell only after it
 * has announced it and looked again. See {@link dev.mangrove.fabric.shm.ShmRing} and {@link
 * dev.mangrove.fabric.shm.Bell} for what may be stale and why that is safe. Both sides treat what
 * the other wrote as hearsay: lengths and positions are checked before use.
 *
 * <h2>Death</h2>
 *
 * A client holds the lock of its connection file. The server's doorkeeper looks at these locks four
 * times a second, has the inbox drain what the dead client had sent, report the connection closed,
 * and frees its slot and memory. A client that closes a channel unmaps the regions before it gives
 * the lock back, so that a free lock means that it stores nothing any more. A client that the
 * server shuts out keeps its slot until then. The name of a connection file is removed when it is
 * accepted, so nothing is left when both sides die. A folder whose {@code lock} is free is removed
 * by the next server that starts beside it.
 *
 * <h2>Files that are cut off</h2>
 *
 * Whoever may open a file may also truncate it. An access behind its end becomes an {@code
 * InternalError}, at once or a little later, if it was made by compiled or interpreted Java; in a
 * copy stub of the JVM it may end the process. So the server copies to and from a client's file by
 * plain loops, its handlers see copies only, and every access to such a file ends the connection
 * when it fails. An error that comes late is caught by the thread that gets it, and the doorkeeper
 * finds the connection by the length of its file. If the server's own files are cut off, the
 * doorkeeper ends, and with it the target: its inboxes say that it is closed.
 */
@NullMarked
package dev.mangrove.fabric.shm;

import org.jspecify.annotations.NullMarked;
