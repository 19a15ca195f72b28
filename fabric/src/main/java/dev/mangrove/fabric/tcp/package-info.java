/**
 * Verbs over TCP, in plain NIO: the fabric between hosts without RDMA.
 *
 * <h2>Frames</h2>
 *
 * Both directions are streams of frames ({@link dev.mangrove.fabric.socket.Frame}): a header with
 * magic, type, length, a sequence number and a credit, then the payload, padded to words of 8
 * bytes. A batch is one frame of {@link dev.mangrove.fabric.tcp.WireRequest requests}; its answer
 * is one frame of results.
 *
 * <pre>
 * client                                             server
 *   HELLO, PROOF                        &lt;--&gt;  CHALLENGE, WELCOME or REFUSAL        see Handshake
 *   ATTACH    region, key                 --&gt;
 *                                         &lt;--  ATTACHED  region, size
 *   REQUESTS  request request request     --&gt;
 *                                         &lt;--  ANSWER    completed, result result
 *                                         &lt;--  MESSAGE   bytes
 *   CREDIT                              &lt;--&gt;  CREDIT
 *   PING                                  --&gt;
 *                                         &lt;--  PONG
 *                                         &lt;--  ERROR     kind, request, text, then the end
 * </pre>
 *
 * A batch is cut into several frames when it exceeds the size of a frame, or must wait for room for
 * one of its messages. An answer is cut into several when it exceeds {@link
 * dev.mangrove.fabric.socket.Limits#LARGEST_ANSWER}; an answer to several small batches may be one
 * frame. Therefore an answer says how many requests of the connection have been completed up to its
 * end, and the results follow each other without headers: the client knows the requests.
 *
 * <h2>Client's steps</h2>
 *
 * <ol>
 *   <li>Submit queues the batch. While the socket accepts bytes, the client encodes the requests at
 *       the head of the queue into frames, straight from the caller's memory ({@link
 *       dev.mangrove.fabric.tcp.RequestWriter}).
 *   <li>A wait reads the socket. Results go straight to the caller's memory; a request completes as
 *       soon as the last byte before the next one's result has arrived ({@link
 *       dev.mangrove.fabric.tcp.AnswerReader}).
 *   <li>An answer that does not match the requests fails the channel with {@code CORRUPT}.
 * </ol>
 *
 * <h2>Server's steps</h2>
 *
 * <ol>
 *   <li>The first I/O thread accepts connections and spreads them over all I/O threads ({@link
 *       dev.mangrove.fabric.socket.IoLoop}). Until the client has proved the secret, a connection
 *       has a small buffer and two seconds. Their number is limited; one more closes the oldest.
 *   <li>The I/O thread executes requests in order as their bytes arrive ({@link
 *       dev.mangrove.fabric.tcp.RequestReader}), with the processor's own atomics, so they compose
 *       with the server's and with other fabrics on the same memory. It can stop after any byte. It
 *       never waits for a client: while a client does not read its answers, the thread does not
 *       read its requests. After {@link dev.mangrove.fabric.socket.Limits#ANSWERS_PER_TURN} answers
 *       it serves other connections.
 *   <li>Messages go to a queue of the connection, and the connection to the queue of its inbox,
 *       which a worker thread of the server drains. Workers write to the socket themselves; a
 *       monitor keeps frames whole.
 *   <li>The server answers an inadmissible request with an ERROR that names it and ends the
 *       connection; earlier requests have taken effect, later ones never will. Bytes that are not a
 *       frame end the connection, and the server logs a warning. Every field is checked before it
 *       is used.
 * </ol>
 *
 * <h2>Gathers and scatters</h2>
 *
 * The description of a selection travels in the request ({@link
 * dev.mangrove.fabric.tcp.WireSelection}), the fragments in the answer or behind the description.
 * The I/O thread collects the description, validates all of it ({@link
 * dev.mangrove.fabric.tcp.CurrentSelection}) and only then touches memory. It moves at most {@link
 * dev.mangrove.fabric.socket.Limits#FRAGMENTS_PER_TURN} fragments in one turn, and reads a row
 * whose guard changes a few times at most: it never waits for a writer. It reads guarded rows in
 * groups: all guards, a fence, all rows, a fence, all guards again. Each row is read between two
 * loads of its guard, as if it were read alone, and the thread waits for the memory of a group at
 * once.
 *
 * <h2>Order and atomicity</h2>
 *
 * One thread executes the requests of a connection. A release fence precedes each WRITE and an
 * acquire fence follows each READ; between WRITEs and a later READ or atomic there is a full fence.
 * The thread reads and writes whole aligned words of a region, also where a transfer arrives in
 * parts: a part never ends within a word.
 *
 * <h2>Flow control</h2>
 *
 * Each side may have {@link dev.mangrove.fabric.socket.Limits#WINDOW} bytes of unconsumed messages,
 * frame headers included. The receiver returns consumed bytes as credit, in the header of its next
 * frame, or in a CREDIT frame once half the window is due. As the receiver always has room for what
 * the window allows, a message never blocks the answers behind it. A batch with a SEND that has no
 * room waits, with all later batches, until credit arrives.
 *
 * <h2>Liveness</h2>
 *
 * <ul>
 *   <li>At the end of the stream or a reset, either side counts the peer as lost at once.
 *   <li>A client that waits, for a completion or a message, and receives nothing sends a PING every
 *       0.4 s, which the I/O thread answers. If it receives nothing for 1.7 s although it kept
 *       reading, it counts the server as lost: its host vanished or its process is stopped. Time in
 *       which the client did not read does not count ({@link dev.mangrove.fabric.tcp.Liveness}).
 *   <li>A server does not give up a silent client: its thread may be busy. The kernel detects a
 *       vanished host, by keep-alive or by missing acknowledgements, within about 20 s. The same
 *       limit ends a client that leaves more answers unread than the kernel's buffers hold.
 * </ul>
 *
 * <h2>Trust</h2>
 *
 * Both sides prove that they know the secret before anything else. What follows is neither
 * encrypted nor signed: use it on a network where no other host can write to the stream.
 */
@NullMarked
package dev.mangrove.fabric.tcp;

import org.jspecify.annotations.NullMarked;
