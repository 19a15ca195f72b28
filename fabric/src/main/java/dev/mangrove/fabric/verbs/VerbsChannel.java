package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.socket.ProtocolException;
import dev.mangrove.fabric.socket.SocketSetup;
import dev.mangrove.fabric.verbs.control.ClientConversation;
import dev.mangrove.fabric.verbs.control.ConnectionEnd;
import dev.mangrove.fabric.verbs.control.ControlMessage;
import dev.mangrove.fabric.verbs.device.GidInfo;
import dev.mangrove.fabric.verbs.device.Ibv;
import dev.mangrove.fabric.verbs.device.VerbsCallException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SocketChannel;

/**
 * A client's half of one connection. Its methods are called by the endpoint's thread under the
 * endpoint's lock, but for {@link #connect}, {@link #receive} and {@link #end}.
 */
final class VerbsChannel extends Channel {
    private final VerbsEndpoint endpoint;
    private final ClientConversation conversation;
    private final ClientQueues queues;
    private final ConnectionEnd own;
    private final ClientMessages messages;
    private final RemoteRegions regions = new RemoteRegions();
    private final ClientSends sends;
    private final ClientCompletions completions;
    private @Nullable FailureInquiry suspicion;
    private boolean isShut;

    private VerbsChannel(
            VerbsEndpoint endpoint,
            URI peer,
            SocketChannel socket,
            ClientQueues queues,
            GidInfo gid) {
        super(endpoint, peer, endpoint.fabric().capabilities());
        this.endpoint = endpoint;
        this.queues = queues;
        this.own = queues.end(gid);
        this.messages = new ClientMessages(this, queues.ring());
        this.sends = new ClientSends(this, queues.pair(), regions, endpoint.memory());
        this.completions = new ClientCompletions(this, queues, messages, sends);
        this.conversation =
                new ClientConversation(socket, endpoint.fabric().clientLoop(), endpoint::wakeUp);
    }

    /** Creates a queue pair beside a TCP connection. */
    static VerbsChannel create(VerbsEndpoint endpoint, URI peer, SocketChannel socket) {
        ClientQueues queues = null;
        try {
            InetSocketAddress local = (InetSocketAddress) socket.getLocalAddress();
            GidInfo gid = endpoint.fabric().gidFor(local.getAddress());
            queues = ClientQueues.create(endpoint);
            return new VerbsChannel(endpoint, peer, socket, queues, gid);
        } catch (IOException | RuntimeException e) {
            if (queues != null) {
                queues.free();
            }
            SocketSetup.closeQuietly(socket);
            throw e instanceof FabricException failure
                    ? failure
                    : new FabricException(
                            Kind.PEER_LOST, "cannot connect to " + peer + ": " + e, e);
        }
    }

    /** Exchanges addresses with the server; waits, without the lock. */
    void connect() {
        conversation.start();
        ControlMessage accepted = ask(ControlMessage.end(ControlMessage.OFFER, own), "connect");
        if (accepted.type() == ControlMessage.REFUSE) {
            throw fail(
                    new FabricException(
                            Kind.REFUSED, peer() + " refused the connection: " + accepted.text()));
        }
        if (accepted.type() != ControlMessage.ACCEPT) {
            throw broken("it does not accept");
        }
        ConnectionEnd server = accepted.end();
        synchronized (endpoint.lock()) {
            checkOpen();
            try {
                queues.pair().connect(own, server);
            } catch (VerbsCallException e) {
                throw fail(
                        new FabricException(
                                Kind.PEER_LOST, "cannot reach " + peer() + ": " + e.getMessage()));
            }
            sends.connected(server);
        }
        conversation.send(ControlMessage.ready());
    }

    /** Sends a question over TCP and waits for the answer; without the lock. */
    private ControlMessage ask(ControlMessage question, String what) {
        conversation.begin(question);
        await(conversation::isAnswered, what);
        return conversation.end();
    }

    @Override
    public Batch batch(int capacity) {
        return new VerbsBatch(this, sends, capacity);
    }

    @Override
    public MemorySegment direct(RegionHandle region) {
        throw new FabricException(
                Kind.UNSUPPORTED,
                "no direct access over RDMA: region " + region.id() + " of " + peer());
    }

    @Override
    protected void doAttach(RegionHandle region) {
        ControlMessage attached =
                ask(
                        ControlMessage.attach(region.id(), region.key()),
                        "attach of region " + region.id());
        if (attached.type() != ControlMessage.ATTACHED || attached.word(0) != region.id()) {
            throw broken("it attached what was not asked for");
        }
        if (attached.word(1) != region.size()) {
            throw fail(
                    new FabricException(
                            Kind.BAD_KEY,
                            "attach of region "
                                    + region.id()
                                    + " of "
                                    + peer()
                                    + ": the key does not open "
                                    + region.size()
                                    + " bytes"));
        }
        regions.add(region.id(), attached.word(2), attached.regionKey(), attached.isServed());
    }

    /** Queues a batch and posts what there is room for. */
    void post(VerbsBatch batch) {
        synchronized (endpoint.lock()) {
            if (isOpen()) {
                sends.post(batch);
            }
        }
    }

    /** Asks for an event at the next completion. */
    void arm() {
        queues.arm();
    }

    /**
     * Processes completions and answers, and posts what there is room for; returns whether anything
     * happened.
     */
    boolean progress() {
        if (!isOpen()) {
            return shut();
        }
        // Read before the completions, so that those from before the end are still processed.
        String why = conversation.lost();
        boolean news = completions.take();
        if (isOpen()) {
            news |= takeAnswer();
            if (why != null) {
                fail(new FabricException(Kind.PEER_LOST, "lost " + peer() + ": " + why));
            }
        }
        if (!isOpen()) {
            shut();
            return true;
        }
        if (suspicion == null) {
            sends.pump();
        }
        return news;
    }

    /** A request has failed. Requests that were flushed because of it are not reported. */
    void failed(int status, long id) {
        if (suspicion != null || !isOpen() || status == Ibv.STATUS_FLUSHED) {
            return;
        }
        Verb verb = sends.verbOf(id);
        String text = endpoint.fabric().device().library().statusText(status);
        if (verb == null || verb == Verb.SEND || !FailureInquiry.isRemote(status)) {
            fail(
                    new FabricException(
                            Kind.PEER_LOST,
                            "lost "
                                    + peer()
                                    + ": "
                                    + (verb == null ? "credit" : sends.describe(id))
                                    + ": "
                                    + text));
            return;
        }
        suspicion = new FailureInquiry(verb, sends.addressOf(id), sends.lengthOf(id), text);
    }

    /** Processes the answer to a question that was not asked by {@link #ask}. */
    private boolean takeAnswer() {
        if (conversation.isAwaited()) {
            return conversation.isAnswered();
        }
        FailureInquiry open = suspicion;
        ControlMessage got = conversation.take();
        if (got != null) {
            if (open != null && open.isAsked()) {
                fail(
                        open.kindBy(got),
                        open.verb(),
                        open.address(),
                        open.length(),
                        open.textBy(got));
            } else if (!sends.served(got)) {
                fail(corrupt("an answer that was not asked for"));
            }
            return true;
        }
        if (open != null && !open.isAsked() && !sends.isServing()) {
            RegionHandle region = regionOf(open.verb(), open.address(), open.length());
            conversation.send(open.question(region));
        }
        return false;
    }

    /** Has the server's processor execute an atomic. */
    void serve(Verb verb, long address, long operand, long replacement) {
        conversation.send(ControlMessage.atomic(address, verb.code(), operand, replacement));
    }

    /** The server's processor refused a request. */
    void notServed(Verb verb, long address) {
        fail(Kind.BAD_KEY, verb, address, Long.BYTES, "region is not there any more");
    }

    /** The driver refused to post requests. */
    void notPosted(int error) {
        fail(
                new FabricException(
                        Kind.CORRUPT, "queue pair to " + peer() + " takes no requests: " + error));
    }

    /** Names a request. */
    String name(Verb verb, long address, int length) {
        return describe(verb, address, length);
    }

    private FabricException broken(String what) {
        return fail(corrupt(what));
    }

    /** The server broke the protocol. */
    void protocolBroken(ProtocolException e) {
        fail(corrupt(e.getMessage()));
    }

    private FabricException corrupt(@Nullable String what) {
        return new FabricException(Kind.CORRUPT, peer() + " broke the protocol: " + what);
    }

    /** Whether a message waits or the channel has failed. */
    boolean hasNews() {
        return !messages.isEmpty() || !isOpen();
    }

    /** Hands over the messages that have arrived; without the lock. */
    int receive(MessageHandler handler) {
        return messages.handOver(handler);
    }

    /** Sends the server a credit for consumed messages; without the lock. */
    void credit(int credit) {
        synchronized (endpoint.lock()) {
            if (isOpen()) {
                sends.credit(credit);
            }
        }
    }

    @Override
    public void close() {
        end("channel is closed");
        endpoint.remove(this);
    }

    /** Fails the channel with {@code CLOSED} and ends the connection; from any thread. */
    void end(String text) {
        fail(new FabricException(Kind.CLOSED, text + ": " + peer()));
        synchronized (endpoint.lock()) {
            shut();
        }
        endpoint.wakeUp();
    }

    /** Ends the connection of a channel that has failed; false if that was done before. */
    private boolean shut() {
        if (isShut) {
            return false;
        }
        isShut = true;
        queues.fail();
        sends.discardAll();
        conversation.close();
        return true;
    }

    /** Frees what the channel holds; under the lock. */
    void free() {
        queues.free();
    }
}
