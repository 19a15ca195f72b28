/**
 * The contract of {@link dev.mangrove.fabric}, as tests that every provider runs.
 *
 * <h2>Adding a provider</h2>
 *
 * <ol>
 *   <li>Implement {@link dev.mangrove.fabric.contract.FabricUnderTest}: how to open the fabric,
 *       where a new target may listen, where nothing listens, the secret if there are secrets, and
 *       what is held outside the heap. A provider of this machine extends {@link
 *       dev.mangrove.fabric.contract.RealFabricUnderTest} and has its peers in processes. A
 *       simulator starts peers by {@link dev.mangrove.fabric.contract.peer.HostPeer} on simulated
 *       hosts, and runs the body of each test in a simulated thread.
 *   <li>Name it by {@link dev.mangrove.fabric.contract.ProviderUnderTest} on a test class that
 *       extends {@link dev.mangrove.fabric.contract.ContractThemes} and has one {@code @Nested}
 *       class per theme. The base class fails if a theme is missing.
 * </ol>
 *
 * Every provider runs the same tests. Where a capability is not declared, the test asserts the
 * refusal that the API documents instead. {@link
 * dev.mangrove.fabric.contract.failure.ServerFaultContract} and {@link
 * dev.mangrove.fabric.contract.failure.ClientFaultContract} kill and pause processes and are for
 * real providers only; a simulator has faults of its own.
 *
 * <h2>Writing a test</h2>
 *
 * A test gets a {@code World}: a target with a region and an inbox, and a client connected to it.
 * Time and threads come from the host, so that the test also runs in virtual time: {@code
 * host.sleep}, {@code host.start}, never those of the JDK. Code that must run on another host or in
 * another process is a {@link dev.mangrove.fabric.contract.peer.ContractProgram}, which runs in a
 * process or on another host, takes its arguments as text and answers in lines of text. After each
 * test the provider must hold no more resources than before it. A random test prints its seed when
 * it fails; {@code -Dmangrove.seed=…} sets it.
 *
 * <h2>Rules beyond the text of the API</h2>
 *
 * <ul>
 *   <li>Transfers and messages of 0 bytes are executed like any other.
 *   <li>A key that does not open a region, or a region that the server does not have, fails the
 *       channel for good, whether it is noticed at {@code attach} or at the first use. A handle
 *       with a forged size is one or the other of {@code BAD_KEY} and {@code OUT_OF_BOUNDS}.
 *   <li>When a server closes a connection or its target, the client's channel fails with {@code
 *       PEER_LOST} within two seconds, as it does when the server dies. When a client has gone, a
 *       server's {@code trySend} to it fails with {@code PEER_LOST}.
 *   <li>{@code Inbox.poll} counts every call of the handler as an item. {@code Inbox.wakeUp} does
 *       nothing once the target is closed.
 *   <li>Closing an endpoint does not interrupt the thread that is using it.
 *   <li>Everything may be closed twice.
 *   <li>Connections are spread over all inboxes of a target.
 *   <li>A second target at a place where one is alive is refused by a {@code FabricException} that
 *       names the place.
 * </ul>
 */
@NullMarked
package dev.mangrove.fabric.contract;

import org.jspecify.annotations.NullMarked;
