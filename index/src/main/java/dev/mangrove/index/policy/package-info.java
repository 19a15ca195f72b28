/**
 * Who works on a request: the server, asked by message, or the client, by reading pages itself.
 *
 * <h2>The protocol</h2>
 *
 * Each view of an index has an {@link dev.mangrove.index.policy.AccessPolicy} of its own, which
 * belongs to the view's thread. For each request the view
 *
 * <ol>
 *   <li>estimates what it takes if the client does it: pages, and bytes of them; and the bytes of
 *       the answer if the server does it;
 *   <li>asks {@link dev.mangrove.index.policy.AccessPolicy#offloads} who is to do it. The policy
 *       looks at the server's last {@link dev.mangrove.index.session.ServerBeat}, which the
 *       process's listening thread replaces every few milliseconds;
 *   <li>if the client does it by verbs, enters the process's {@link
 *       dev.mangrove.index.policy.OffloadGate}, which lets so many threads read at a time;
 *   <li>does it, and tells the policy what it took: {@link
 *       dev.mangrove.index.policy.AccessPolicy#served} or {@link
 *       dev.mangrove.index.policy.AccessPolicy#offloaded}.
 * </ol>
 *
 * A decision allocates nothing and waits for nothing. What a policy knows may be old: a heartbeat
 * is of some milliseconds ago, a measurement of the last request of its kind. Both ways give the
 * same answers, so a wrong choice costs time and nothing else.
 *
 * <table>
 *   <caption>Policies</caption>
 *   <tr><td>{@link dev.mangrove.index.policy.RatioPolicy}<td>a fixed share of requests, by chance
 *   <tr><td>{@link dev.mangrove.index.policy.BackoffPolicy}<td>Catfish, Algorithm 1
 *   <tr><td>{@link dev.mangrove.index.policy.QueuePolicy}<td>Cell, section 2.5
 *   <tr><td>{@link dev.mangrove.index.policy.AutoPolicy}<td>ours: by what a request costs all
 * </table>
 */
@NullMarked
package dev.mangrove.index.policy;

import org.jspecify.annotations.NullMarked;
