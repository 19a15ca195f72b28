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
 * end, and the results of its requests follow each other without heads: the client knows what it
 * asked.
 *
 * <h2>Client's steps</h2>
 *
 * <ol>
 *   <li>Submit puts the batch in line. While the socket takes bytes, the requests at the head of
 *       the line are put into frames, straight from the caller's memory ({@link
 *       dev.mangrove.fabric.tcp.RequestWriter}).
 *   <li>A wait reads the socket. Results go straight to the caller's memory; a request completes as
 *       soon as the last byte before the next one's result is here ({@link
 *       dev.mangrove.fabric.tcp.AnswerReader}).
 *   <li>Whatever does not fit what was asked fails the channel with {@code CORRUPT}.
 * </ol>
 *
 * <h2>Server's steps</h2>
 *
 * <ol>
 *   <li>The first I/O thread accepts; connections are spread over the I/O threads ({@link
 *       dev.mangrove.fabric.socket.IoLoop}). Until the client has proved itself, a connection has a
 *       small buffer, two seconds, and a limited number of companions, of which the oldest has to
 *       leave.
 *   <li>The I/O thread carries out requests in order as their bytes arrive ({@link
 *       dev.mangrove.fabric.tcp.RequestReader}), with the processor's own atomics, so they compose
 *       with the server's and with other fabrics on the same memory. It can stop after any byte. It
 *       never waits for a client: it stops reading the requests of one whose answers do not leave,
 *       and goes on when they have. After a few answers, others have their turn.
 *   <li>Messages go to a queue of the connection and the connection to the line of its inbox, which
 *       the server's worker threads drain. Workers write to the socket themselves; a monitor keeps
 *       frames whole.
 *   <li>A request that must not be carried out is answered with an ERROR that names it; those
 *       before it have taken effect, those behind it never will, the connection ends. Bytes that
 *       are no frame end the connection with a line in the log. Every field is checked before it is
 *       used.
 * </ol>
 *
 * <h2>Order and atomicity</h2>
 *
 * One thread carries out the requests of a connection. A release fence precedes each WRITE and an
 * acquire fence follows each READ; between WRITEs and a later READ or atomic there is a full fence.
 * Whole aligned words of a region are read and written as words, also where a transfer arrives in
 * parts: a part never ends within a word.
 *
 * <h2>Flow control</h2>
 *
 * Each side may have {@link dev.mangrove.fabric.socket.Limits#WINDOW} bytes of messages on their
 * way, counted as frames. Consuming a message gives its bytes back as credit, in the header of the
 * next frame, or in a frame of its own once half the window is due. As the receiver always has room
 * for what the window allows, a message never stops the answers behind it. A batch with a SEND that
 * has no room waits in line, with those behind it, until credit arrives.
 *
 * <h2>Signs of life</h2>
 *
 * <ul>
 *   <li>The end of the stream or a reset means that the peer is lost, on both sides, at once.
 *   <li>A client that waits, for a completion or a message, and hears nothing sends a PING every
 *       0.4 s, which the I/O thread answers. If it hears nothing for 1.7 s although it kept
 *       looking, the server is lost: its host vanished or it is stopped. Time in which the client
 *       did not look does not count ({@link dev.mangrove.fabric.tcp.Liveness}).
 *   <li>A server does not judge a client that is silent: its thread may be busy. A host that
 *       vanished is found by the kernel, by keep-alive or because it acknowledges nothing, within
 *       about 20 s. That limit is also met by a client that leaves answers unread, more than the
 *       kernel's buffers hold, for as long.
 * </ul>
 *
 * <h2>Trust</h2>
 *
 * Both sides prove that they know the secret before anything else. What follows is neither
 * encrypted nor signed: it belongs on a network where nobody else can write to the stream.
 */
@NullMarked
package dev.mangrove.fabric.tcp;

import org.jspecify.annotations.NullMarked;
