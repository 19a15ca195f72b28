/**
 * Handles of indexes for all threads of a process, virtual ones included.
 *
 * <p>A view of an index belongs to one thread at a time. A handle keeps {@link
 * dev.mangrove.index.handle.Views}: an operation takes a view out, uses it and gives it back. Idle
 * views lie in slots; a thread first looks into the slot that its number leads to, so threads that
 * do not share a slot do not meet, and each finds the view, and with it the cache, that it used
 * last. Taking and giving back are one compare-and-swap each, and no lock.
 *
 * <p>A thread that finds no idle view enters a queue. Threads that wait are served in their order:
 * a view that is given back is handed to the thread that has waited longest, and while threads
 * wait, no other takes a view. A thread first enters the queue and then looks into all slots once
 * more, and hands what it finds to the first of the queue; a thread that gives a view back while
 * none seems to wait first fills the slot and then looks at the queue again, and does the same. One
 * of the two sees the other. A waiter is handed a view or leaves the queue, by one compare-and-set:
 * a thread that is interrupted, or has waited too long, at the moment at which it is handed a view
 * gives that view back. It has waited too long when no thread of the queue got a view for 30
 * seconds: threads that wait behind many others wait as long as views come back.
 *
 * <p>The first of the queue opens a view, unless the handle has as many as it may have, or another
 * thread began to open one a short time ago; for that it leaves the queue. It is invited, that is
 * woken, when it becomes the first, when another one has opened its view or failed to, and when a
 * view was closed. A platform thread opens it for a virtual one, which leaves its carrier
 * meanwhile. So connections grow with the operations that are under way at the same time, not with
 * the threads, and a thousand short operations that begin at once do not open all views that the
 * handle may have: to open one takes as long as hundreds of them.
 *
 * <p>Operations as futures ({@link dev.mangrove.index.ordered.AsyncOrdered}) wait in a {@link
 * dev.mangrove.index.handle.TaskQueue}, which executes as many at the same time as the handle may
 * have views. So a pending operation waits in the queue, without a limit of time, and not for a
 * view. Where the machine starts no thread and none is left, futures complete with that error.
 *
 * <p>A cursor keeps its view until it is at its end or closed; other operations of the handle use
 * other views. A view whose server was lost is closed instead of given back, and the next operation
 * opens a new one: a handle serves again as soon as the server does. A handle belongs to the index
 * that had the name when the handle was opened, never to a later one of that name.
 */
@NullMarked
package dev.mangrove.index.handle;

import org.jspecify.annotations.NullMarked;
