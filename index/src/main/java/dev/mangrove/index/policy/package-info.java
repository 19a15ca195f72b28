/**
 * The choice between two ways to serve a request: by message, where the server works, or by
 * offload, where the client reads pages itself.
 *
 * <h2>The protocol</h2>
 *
 * Each view of a spatial index has its own {@link dev.mangrove.index.policy.AccessPolicy}, used by
 * the view's thread only. Views of ordered indexes share one for each server, see {@link
 * dev.mangrove.index.policy.ConnectionPolicies}: their requests are short and alike, and what one
 * thread measures holds for all. For each request the view
 *
 * <ol>
 *   <li>estimates the pages and bytes that the client would read, and the bytes of the server's
 *       answer;
 *   <li>asks {@link dev.mangrove.index.policy.AccessPolicy#offloads} for the choice. The policy
 *       uses the server's last {@link dev.mangrove.index.session.ServerBeat}, which the process's
 *       listener replaces every few milliseconds;
 *   <li>before a spatial search by verbs, enters the process's {@link
 *       dev.mangrove.index.policy.OffloadGate}, which limits the number of threads that read at the
 *       same time. A get has one READ under way, so ordered indexes have no gate;
 *   <li>executes the request and reports its cost to the policy: {@link
 *       dev.mangrove.index.policy.AccessPolicy#served} or {@link
 *       dev.mangrove.index.policy.AccessPolicy#offloaded}, and {@link
 *       dev.mangrove.index.policy.AccessPolicy#pageRead} or {@link
 *       dev.mangrove.index.policy.AccessPolicy#pagesRead} for the pages read.
 * </ol>
 *
 * A decision allocates nothing and waits for nothing. Its input may be stale: a heartbeat is some
 * milliseconds old, a measurement as old as the last request of its kind. Both ways give the same
 * answers, so a wrong choice costs only time.
 *
 * <table>
 *   <caption>Policies</caption>
 *   <tr><td>{@link dev.mangrove.index.policy.RatioPolicy}<td>offloads a fixed share of requests, at random
 *   <tr><td>{@link dev.mangrove.index.policy.BackoffPolicy}<td>Catfish, Algorithm 1
 *   <tr><td>{@link dev.mangrove.index.policy.QueuePolicy}<td>Cell, section 2.5
 *   <tr><td>{@link dev.mangrove.index.policy.CacheAwarePolicy}<td>DEX's rule
 *   <tr><td>{@link dev.mangrove.index.policy.AutoPolicy}<td>this project's: the least cost to all clients together
 * </table>
 */
@NullMarked
package dev.mangrove.index.policy;

import org.jspecify.annotations.NullMarked;
