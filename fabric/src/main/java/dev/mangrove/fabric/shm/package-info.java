/**
 * Verbs between processes of one host, through mapped files.
 *
 * <h2>A server's folder</h2>
 *
 * <pre>
 * lock              held by the server as long as it lives; free means dead
 * server            where clients request connections: {@link dev.mangrove.fabric.shm.ControlFile}
 * region-N          header and bytes of region N: {@link dev.mangrove.fabric.memory.RegionHeader}
 * connection-HEX    offer of a client, until it is accepted: {@link dev.mangrove.fabric.shm.ConnectionFile}
 * </pre>
 *
 * Every process that may open the files may use the server: mode 0600, or 0660 where the server's
 * group has access. There is no secret. Servers and clients check the folder first ({@link
 * dev.mangrove.fabric.shm.FolderGuard}): it is not a symbolic link, other users cannot write to it,
 * and it belongs to the user, or for a client to another user that gave its group access. No file
 * in it is opened through a symbolic link.
 *
 * <h2>One-sided verbs</h2>
 *
 * READ, WRITE and atomics are loads, stores and atomic instructions of the client on the mapped
 * region, executed when the batch is submitted ({@link dev.mangrove.fabric.memory.MemoryVerbs}
 * gives them their order). The server's processor has no part in them, so they do not notice its
 * death; a watchdog in the client checks the server's lock four times a second and fails the
 * channels of a dead server. Code that uses a region in place must compare the endpoint's {@link
 * dev.mangrove.fabric.FailureCount} before it reports an operation as done. Each run of a server
 * makes a lock file of its own, so a new server at the same place is never taken for the one that
 * died.
 *
 * <h2>Messages</h2>
 *
 * The writer puts a record into the ring, sets the ready bit of its slot and rings the bell of the
 * inbox. The reader clears the bits, then drains the rings, and sleeps on its bell only after it
 * has announced the sleep and checked the bits again. See {@link dev.mangrove.fabric.shm.ShmRing}
 * and {@link dev.mangrove.fabric.shm.Bell} for what may be stale and why that is safe. Neither side
 * trusts what the other wrote: lengths and positions are checked before use.
 *
 * <h2>Death</h2>
 *
 * A client holds the lock of its connection file. The server's {@link
 * dev.mangrove.fabric.shm.ClientMonitor} checks these locks four times a second. For a dead client
 * it has the inbox drain its messages and report the connection closed, then frees its slot and
 * memory. A client that closes a channel unmaps the regions before it releases the lock, so a free
 * lock proves that the client cannot store any more. A client whose connection the server closed
 * keeps its slot until then. The name of a connection file is removed when it is accepted, so no
 * file is left when both sides die. A folder whose {@code lock} is free is removed by the next
 * server that starts beside it.
 *
 * <h2>Truncated files</h2>
 *
 * A process that may open a file may also truncate it. An access past its end becomes an {@code
 * InternalError}, at once or a little later, in compiled or interpreted Java; in a copy stub of the
 * JVM it may kill the process. So the server copies to and from a client's file by plain loops, its
 * handlers see copies only, and an access to such a file that fails ends the connection. A thread
 * that receives a late error catches it, and the client monitor finds the connection by the length
 * of its file. If one of the server's own files is truncated, the client monitor ends and closes
 * the target; its inboxes then throw {@code CLOSED}.
 */
@NullMarked
package dev.mangrove.fabric.shm;

import org.jspecify.annotations.NullMarked;
