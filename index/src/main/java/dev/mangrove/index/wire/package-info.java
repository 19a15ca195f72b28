/**
 * What a client and a memory server say to each other, byte by byte.
 *
 * <h2>The protocol</h2>
 *
 * Every message starts with a {@link dev.mangrove.index.wire.Header}: kind, format version, flags,
 * status and request id. All numbers are little-endian; texts are UTF-8 behind their length.
 *
 * <ol>
 *   <li>The first message of a connection is HELLO: who the client is and what the connection is
 *       for. The answer says which server this is. Anything else before it is refused.
 *   <li>A client sends requests with ids that it has not used before on this connection and that
 *       are not 0. Each gets one answer with the same id and kind. At most {@link
 *       dev.mangrove.index.wire.Header#WINDOW} requests of a connection may be without an answer.
 *   <li>An answer that does not fit one message comes as several, in order, all but the last
 *       flagged MORE; the answer is what follows their headers, joined. Messages of other answers
 *       may come between them.
 *   <li>The status of the last message counts. If it is not OK, its payload is a text that says
 *       why, and what came before it is void.
 *   <li>A message from the server with id 0 was not asked for: a heartbeat, or news of the pool.
 * </ol>
 *
 * <h2>What may be stale or wrong</h2>
 *
 * Memory in which a message arrives may be changed by its sender while it is read. The server
 * copies a message before it looks at it; the client reads each field of a header once and copies
 * the payload before anybody interprets it. Layout classes check nothing: whoever reads checks the
 * length first, with {@link dev.mangrove.index.wire.WireReader} or against the layout's {@code
 * BYTES}.
 */
@NullMarked
package dev.mangrove.index.wire;

import org.jspecify.annotations.NullMarked;
