/**
 * The messages between clients and memory servers, byte by byte.
 *
 * <h2>The protocol</h2>
 *
 * Every message starts with a {@link dev.mangrove.index.wire.Header}: kind, format version, flags,
 * status and request id. All numbers are little-endian; a text is UTF-8, preceded by its length.
 *
 * <ol>
 *   <li>The first message of a connection is HELLO, with the client's id, its session's number and
 *       the role of the connection. The answer identifies the server. The server refuses any other
 *       message before HELLO.
 *   <li>A client gives each request an id that is not 0 and that it has not used before on this
 *       connection. The server sends one answer with the same id and kind. At most {@link
 *       dev.mangrove.index.wire.Header#WINDOW} requests of a connection may be unanswered.
 *   <li>The server sends an answer that exceeds one message as several messages in order, all but
 *       the last flagged MORE. The answer is their concatenated payloads. Messages of other answers
 *       may come between them.
 *   <li>The status of the last message is the status of the answer. If it is not OK, the payload of
 *       that message is a text with the reason, and the client discards the payloads before it.
 *   <li>A message from the server with id 0 answers no request: it is a heartbeat, or a notice
 *       about the pool.
 * </ol>
 *
 * <h2>What may be stale or wrong</h2>
 *
 * The sender of a message may change the memory in which it arrives while the receiver reads it.
 * The server copies a message before it parses it. The client reads each field of a header once,
 * and copies the payload before it parses it. Layout classes check nothing: their callers check the
 * length first, with {@link dev.mangrove.index.wire.WireReader} or against the layout's {@code
 * BYTES}.
 */
@NullMarked
package dev.mangrove.index.wire;

import org.jspecify.annotations.NullMarked;
